import fc from "fast-check";
import type { HostModel } from "../../src/economics/host-model.ts";
import { freshMemory, type TriggerMemory } from "../../src/economics/memory.ts";
import type { Moment } from "../../src/economics/moment.ts";

/** A model with Anthropic's cache and prices, the way host A lists it. */
export const sonnet: HostModel = {
  id: "claude-sonnet-4-5",
  provider: "anthropic",
  api: "anthropic-messages",
  contextWindow: 200_000,
  cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
};

/** A model whose provider reads common prefixes and charges nothing for writing. */
export const gpt: HostModel = {
  id: "gpt-5.1",
  provider: "openai",
  api: "openai-responses",
  contextWindow: 400_000,
  cost: { input: 1.25, output: 10, cacheRead: 0.125, cacheWrite: 0 },
};

type Overrides = Partial<Omit<Moment, "usage" | "settings">> & {
  readonly usage?: Partial<Moment["usage"]>;
  readonly settings?: Partial<Moment["settings"]>;
};

/** A warm request in the middle of a run, far from any limit, with something to remove that is not worth it yet. */
export function moment({ usage, settings, ...rest }: Overrides = {}): Moment {
  return {
    point: "mid-run",
    at: 60_000,
    model: sonnet,
    retention: "short",
    toolsKey: "tools",
    thinking: "off",
    removable: 2_000,
    rewritten: 40_000,
    usage: {
      reportedTokens: 50_000,
      reportsRaw: false,
      promptTokens: 50_000,
      contextWindow: 200_000,
      ...usage,
    },
    reserveTokens: 16_384,
    newResults: true,
    settings: { pruneOn: "auto", autoBudgetThreshold: 0.735, budgetTurnDelta: 0.04, ...settings },
    ...rest,
  };
}

/** The memory of a session that sent a request like `moment()` at 0 ms. */
export const warm = (changes: Partial<TriggerMemory> = {}): TriggerMemory => ({
  ...freshMemory(false),
  previousFraction: 0.25,
  lastRequest: { startedAt: 0, modelKey: "anthropic/claude-sonnet-4-5", toolsKey: "tools", thinking: "off" },
  ...changes,
});

/** The same figure from the host and from the estimate. */
export const reportedTokens = (tokens: number | null) => ({
  reportedTokens: tokens,
  promptTokens: tokens ?? 50_000,
});

/** Requests of one model, seconds apart, without capacity trouble: what remains is rent, boundary and cold. */
export function anyMoments(fixed: Partial<Moment> = {}) {
  const request = fc.record({
    point: fc.constantFrom("prompt" as const, "mid-run" as const),
    removable: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30_000 })),
    rewritten: fc.integer({ min: 0, max: 120_000 }),
    newResults: fc.boolean(),
    tokens: fc.integer({ min: 1_000, max: 140_000 }),
  });
  return fc.array(request, { maxLength: 40 }).map((requests) =>
    requests.map(({ tokens, ...rest }, index) =>
      moment({
        ...rest,
        ...fixed,
        at: index * 1000,
        usage: { reportedTokens: tokens, promptTokens: tokens },
        settings: { budgetTurnDelta: null },
      }),
    ),
  );
}
