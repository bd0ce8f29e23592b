import { describe, expect, it } from "vitest";
import { decide, type FlushReason } from "../../src/economics/decide.ts";
import {
  afterAttempt,
  afterCompaction,
  afterWarming,
  freshMemory,
  type TriggerMemory,
} from "../../src/economics/memory.ts";
import type { Moment } from "../../src/economics/moment.ts";
import { gpt, moment, reportedTokens, sonnet, warm } from "./build.ts";

const MINUTE = 60_000;
const flush = (reason: FlushReason, detail?: string) => ({
  kind: "flush",
  reason,
  ...(detail === undefined ? {} : { detail }),
});
const wait = { kind: "wait" };
const verdict = (at: Moment, memory: TriggerMemory) => decide(at, memory).verdict;

describe("decide, in auto", () => {
  it.each([
    ["the rent is far from paid", moment(), warm(), wait],
    ["the rent is paid", moment(), warm({ rent: 3.45 * 40_000 - 600 }), flush("rent")],
    ["the rent is paid but for one token", moment(), warm({ rent: 3.45 * 40_000 - 601 }), wait],
    [
      "a new prompt expects enough rent",
      moment({ point: "prompt", removable: 23_000 }),
      warm(),
      flush("boundary"),
    ],
    ["a new prompt expects too little", moment({ point: "prompt", removable: 22_999 }), warm(), wait],
    ["the same gain turns up within a run", moment({ removable: 23_000 }), warm(), wait],
    ["rewriting costs nothing", moment({ rewritten: 0 }), warm(), flush("rent")],
    ["the cache has expired", moment({ at: 5 * MINUTE + 1 }), warm(), flush("cold", "expired")],
    ["it was kept warm", moment({ at: 6 * MINUTE }), afterWarming(warm(), 4 * MINUTE), wait],
    ["it lives an hour", moment({ at: 6 * MINUTE, retention: "long" }), warm(), wait],
    [
      "the model changed",
      moment({ model: { ...sonnet, id: "claude-opus-5" } }),
      warm(),
      flush("cold", "model"),
    ],
    ["the provider changed", moment({ model: gpt }), warm(), flush("cold", "provider")],
    ["the tools changed", moment({ toolsKey: "more" }), warm(), flush("cold", "tools")],
    ["the thinking level changed", moment({ thinking: "high" }), warm(), flush("cold", "thinking")],
    ["the host compacted", moment(), afterCompaction(warm()), flush("cold", "compaction")],
    ["the process is new and nothing was sent", moment(), freshMemory(false), flush("cold", "expired")],
    ["there is nothing to remove", moment({ toolsKey: "more", removable: 0 }), warm({ rent: 1e9 }), wait],
  ])("when %s", (_, at, memory, expected) => {
    expect(verdict(at, memory)).toEqual(expected);
  });

  it.each([
    ["just now", 0, "anthropic/claude-sonnet-4-5", wait],
    ["long ago", -5 * MINUTE, "anthropic/claude-sonnet-4-5", flush("cold", "expired")],
    ["by another model", 0, "anthropic/claude-opus-5", flush("cold", "model")],
  ])(
    "takes the cache of a resumed session for what its last answer left, %s",
    (_, startedAt, modelKey, expected) => {
      expect(verdict(moment({ lastAnswer: { startedAt, modelKey } }), freshMemory(false))).toEqual(expected);
    },
  );

  it.each([
    ["the budget is reached", reportedTokens(147_000), 20_000, flush("budget")],
    ["the budget is reached, with little to gain", reportedTokens(147_000), 14_000, wait],
    ["the context jumped", reportedTokens(58_000), 6_000, flush("delta")],
    ["the context jumped, with little to gain", reportedTokens(58_000), 5_000, wait],
    ["a compaction is next", reportedTokens(184_000), 1, flush("budget", "compaction")],
    ["the host has no figure", { reportedTokens: null, promptTokens: 190_000 }, 20_000, wait],
  ])("looks after capacity when %s", (_, usage, removable, expected) => {
    const calm = warm({ previousFraction: usage.reportedTokens === 58_000 ? 0.25 : 0.9 });
    expect(verdict(moment({ usage, removable, rewritten: 140_000 }), calm)).toEqual(expected);
  });

  it("names what costs nothing before what pays, and that before capacity", () => {
    const full = { usage: reportedTokens(190_000), removable: 30_000, point: "prompt" } as const;
    const paid = warm({ rent: 1e9, armed: true });
    expect([
      verdict(moment({ ...full, at: 10 * MINUTE }), paid),
      verdict(moment(full), paid),
      verdict(moment(full), warm({ armed: true })),
      verdict(moment({ ...full, rewritten: 150_000, removable: 20_000 }), warm({ armed: true })),
      verdict(moment({ removable: 6_000 }), warm({ armed: true })),
    ]).toEqual([
      flush("cold", "expired"),
      flush("rent"),
      flush("boundary"),
      flush("budget", "compaction"),
      flush("delta"),
    ]);
  });

  it("waits at a final reply", () => {
    expect(verdict(moment({ point: "final-reply", at: 10 * MINUTE }), warm())).toEqual(wait);
  });
});

describe("decide, in the reference's modes", () => {
  const modes = ["agent-message", "on-demand"] as const;
  const inMode = (pruneOn: (typeof modes)[number], at: Moment): Moment => ({
    ...at,
    settings: { ...at.settings, pruneOn },
  });
  const atBudget = moment({ usage: reportedTokens(150_000), removable: 20_000 });

  it.each(modes)("knows budget and delta in %s, and no cache", (mode) => {
    const cold = moment({ at: 1e9, toolsKey: "more", point: "prompt", removable: 4_000 });
    expect([
      verdict(inMode(mode, cold), warm({ rent: 1e9 })),
      verdict(inMode(mode, atBudget), warm({ previousFraction: 0.75 })),
      verdict(inMode(mode, moment({ usage: reportedTokens(58_000), removable: 6_000 })), warm()),
    ]).toEqual([wait, flush("budget"), flush("delta")]);
  });

  it("flushes at a final reply in agent-message only", () => {
    const reply = moment({ point: "final-reply" });
    expect([
      verdict(inMode("agent-message", reply), warm()),
      verdict(inMode("agent-message", { ...reply, removable: 0 }), warm()),
      verdict(inMode("on-demand", reply), warm()),
    ]).toEqual([flush("message-end"), wait, wait]);
  });

  it.each(modes)("tests a turn without new results in %s only after a reload", (mode) => {
    const idle = inMode(mode, { ...atBudget, newResults: false });
    const rearmed = { ...freshMemory(true), previousFraction: null };
    expect([
      verdict(idle, freshMemory(false)),
      verdict(idle, rearmed),
      verdict({ ...idle, newResults: true }, rearmed),
      verdict(idle, afterAttempt(rearmed, "refused")),
    ]).toEqual([wait, flush("rearmed", "budget"), flush("budget"), wait]);
  });
});

describe("a command", () => {
  it("always flushes and is no request", () => {
    const memory = warm({ rent: 5 });
    expect(decide(moment({ point: "command", removable: 0 }), memory)).toEqual({
      verdict: flush("manual"),
      memory,
    });
  });
});
