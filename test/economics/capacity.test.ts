import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CapacityQuestion,
  capacityTrigger,
  mustCompact,
  observeUsage,
  overflows,
  tokensInUse,
  type Usage,
  type UsageMemory,
} from "../../src/economics/capacity.ts";

const usage = (tokens: number | null, contextWindow = 200_000): Usage => ({
  reportedTokens: tokens,
  reportsRaw: false,
  promptTokens: tokens ?? 0,
  contextWindow,
});

const question = (changes: Partial<CapacityQuestion> = {}): CapacityQuestion => ({
  usage: usage(100_000),
  armed: false,
  removable: 50_000,
  reserveTokens: 16_384,
  tiers: [],
  settings: { pruneOn: "auto", autoBudgetThreshold: 0.735 },
  ...changes,
});

const budget = { reason: "budget" } as const;

describe("capacityTrigger", () => {
  it.each([
    [0.735, 200_000, 146_999, undefined],
    [0.735, 200_000, 147_000, budget],
    [0.735, 1_000_000, 299_999, undefined],
    [0.735, 1_000_000, 300_000, budget],
    [0.1, 1_000_000, 100_000, budget],
    [0.9, 256_000, 230_399, undefined],
    [0.9, 256_000, 230_400, budget],
    [1, 200_000, 183_616, undefined],
    [null, 200_000, 150_000, undefined],
    [0.735, 0, 150_000, undefined],
  ])(
    "at %d of a window of %i and %i tokens in use",
    (autoBudgetThreshold, contextWindow, tokens, trigger) => {
      const settings = { pruneOn: "on-demand", autoBudgetThreshold } as const;
      expect(capacityTrigger(question({ usage: usage(tokens, contextWindow), settings }))).toEqual(trigger);
    },
  );

  it.each([
    [14_999, undefined],
    [15_000, budget],
  ])("asks for a tenth of 150,000 tokens: %i removable", (removable, trigger) => {
    expect(capacityTrigger(question({ usage: usage(150_000), removable }))).toEqual(trigger);
  });

  it.each([
    ["auto", 0.735, { ...budget, detail: "compaction" }],
    ["auto", null, { ...budget, detail: "compaction" }],
    ["on-demand", 0.735, { ...budget, detail: "compaction" }],
    ["on-demand", null, undefined],
    ["agent-message", 0.95, undefined],
  ] as const)(
    "asks for no gain when a compaction is next (%s, %s)",
    (pruneOn, autoBudgetThreshold, trigger) => {
      const full = { ...usage(184_000), promptTokens: 183_617 };
      const settings = { pruneOn, autoBudgetThreshold };
      expect(capacityTrigger(question({ usage: full, removable: 1, settings }))).toEqual(trigger);
    },
  );

  it("is tested again for a jump that no flush has answered", () => {
    expect(capacityTrigger(question({ armed: true }))).toEqual({ reason: "delta" });
    expect(capacityTrigger(question({ armed: true, removable: 9_999 }))).toBeUndefined();
    expect(capacityTrigger(question({ armed: true, usage: usage(150_000) }))).toEqual(budget);
  });

  it.each([
    { when: "the prompt comes close to a dearer tier", tokens: 95_000, minds: true },
    { when: "it has passed the tier but can get back", tokens: 105_000, minds: true },
    { when: "it cannot get back", tokens: 140_000, minds: false },
    { when: "the tier is far", tokens: 87_000, minds: false },
    { when: "the mode is the reference's", tokens: 95_000, pruneOn: "on-demand", minds: false },
  ] as const)("minds a price tier at 90,000 tokens when $when: $minds", ({ tokens, minds, ...mode }) => {
    const settings = { pruneOn: "auto", autoBudgetThreshold: 0.735, ...mode } as const;
    const trigger = capacityTrigger(
      question({ usage: usage(tokens), removable: 20_000, tiers: [90_000], settings }),
    );
    expect(trigger).toEqual(minds ? { ...budget, detail: "price tier" } : undefined);
  });

  it("never fires without a figure of the host's, or with nothing to remove", () => {
    const full = { ...usage(null), promptTokens: 250_000 };
    const settings = fc.record({
      pruneOn: fc.constantFrom("auto" as const, "agent-message" as const, "on-demand" as const),
      autoBudgetThreshold: fc.option(fc.double({ min: 0.01, max: 1, noNaN: true })),
    });
    fc.assert(
      fc.property(settings, fc.boolean(), fc.nat(300_000), (settings, armed, removable) => {
        const common = { settings, armed, tiers: [100_000] };
        expect(capacityTrigger(question({ ...common, removable, usage: full }))).toBeUndefined();
        const empty = { ...common, removable: 0, usage: { ...full, reportedTokens: 250_000 } };
        expect(capacityTrigger(question(empty))).toBeUndefined();
      }),
    );
  });
});

describe("observeUsage", () => {
  const memory = (previousFraction: number | null, armed = false): UsageMemory => ({
    previousFraction,
    armed,
  });

  it.each([
    {
      what: "a first figure is no jump",
      before: null,
      tokens: 150_000,
      window: 200_000,
      after: memory(0.75),
    },
    {
      what: "8,000 of 200,000 is one",
      before: 0.5,
      tokens: 108_000,
      window: 200_000,
      after: memory(0.54, true),
    },
    {
      what: "7,999 is none",
      before: 0.5,
      tokens: 107_999,
      window: 200_000,
      after: memory(107_999 / 200_000),
    },
    {
      what: "12,000 of 1,000,000 is one",
      before: 100 / 300,
      tokens: 112_000,
      window: 1_000_000,
      after: memory(112 / 300, true),
    },
    {
      what: "so it is above 300,000",
      before: 2,
      tokens: 612_000,
      window: 1_000_000,
      after: memory(2.04, true),
    },
    { what: "shrinking is none", before: 0.9, tokens: 20_000, window: 200_000, after: memory(0.1) },
  ])("compares with the turn before: $what", ({ before, tokens, window, after }) => {
    expect(observeUsage(memory(before), usage(tokens, window), 0.04)).toEqual(after);
  });

  it("keeps a jump armed while later requests are calm", () => {
    expect(observeUsage(memory(0.5, true), usage(100_000), 0.04)).toEqual(memory(0.5, true));
  });

  it("arms nothing when the trigger is off", () => {
    expect(observeUsage(memory(0.1, true), usage(100_000), null)).toEqual(memory(0.5, false));
  });

  it("leaves everything as it was when the host has no figure", () => {
    for (const before of [memory(null), memory(0.3), memory(0.3, true)])
      expect(observeUsage(before, usage(null), 0.04)).toBe(before);
  });
});

describe("usage", () => {
  it("is what is really sent where the host reports raw text", () => {
    expect(tokensInUse({ ...usage(145_000), promptTokens: 2_200 })).toBe(145_000);
    expect(tokensInUse({ ...usage(145_000), promptTokens: 2_200, reportsRaw: true })).toBe(2_200);
    expect(tokensInUse({ ...usage(null), promptTokens: 2_200, reportsRaw: true })).toBeNull();
  });

  it.each([
    [183_616, 200_000, false],
    [183_617, 200_000, true],
    [183_617, 0, false],
  ])("of %i in a window of %i makes the host compact: %s", (tokens, contextWindow, compacts) => {
    expect(overflows({ usage: usage(tokens, contextWindow), reserveTokens: 16_384 })).toBe(compacts);
  });
});

describe("mustCompact", () => {
  it.each([
    ["it fits", 183_616, 0, false],
    ["it does not, and nothing can go", 183_617, 0, true],
    ["what can go would not make room for long", 190_000, 47_499, true],
    ["what can go makes it fit", 190_000, 47_500, false],
    ["what can go does not make it fit", 250_000, 62_500, true],
  ])("minds what a flush would take away: %s", (_, promptTokens, removable, must) => {
    expect(mustCompact({ usage: usage(promptTokens), removable, reserveTokens: 16_384 })).toBe(must);
  });
});
