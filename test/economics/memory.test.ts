import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide } from "../../src/economics/decide.ts";
import {
  afterAttempt,
  afterCompaction,
  afterWarming,
  freshMemory,
  type TriggerMemory,
} from "../../src/economics/memory.ts";
import type { Moment } from "../../src/economics/moment.ts";
import { anyMoments, moment, reportedTokens, warm } from "./build.ts";

const wait = { kind: "wait" };
const delta = { kind: "flush", reason: "delta" };
const verdict = (at: Moment, memory: TriggerMemory) => decide(at, memory).verdict;

describe("the memory", () => {
  it("holds the request that is about to be sent", () => {
    const before = afterWarming(afterCompaction(warm({ rent: 10 })), 30_000);
    const { memory } = decide(moment({ at: 40_000, usage: reportedTokens(60_000) }), before);
    expect(memory).toEqual({
      rent: 600,
      previousFraction: 0.3,
      armed: true,
      rearmed: false,
      compacted: false,
      lastRequest: {
        startedAt: 40_000,
        modelKey: "anthropic/claude-sonnet-4-5",
        toolsKey: "tools",
        thinking: "off",
      },
    });
  });

  it("keeps a jump due until a flush has served it", () => {
    const small = moment({ usage: reportedTokens(58_000), removable: 100 });
    const jumped = decide(small, warm());
    const later = moment({ at: 61_000, usage: reportedTokens(58_500), removable: 6_000 });
    const due = decide(later, jumped.memory);
    expect([jumped.verdict, due.verdict]).toEqual([wait, delta]);
    expect(verdict(later, afterAttempt(due.memory, "refused"))).toEqual(delta);
    expect(verdict(later, afterAttempt(due.memory, "served"))).toEqual(wait);
  });

  it("sees no jump from before a session was opened or moved", () => {
    const { verdict, memory } = decide(
      moment({
        usage: reportedTokens(90_000),
        removable: 9_000,
        lastAnswer: { startedAt: 0, modelKey: "anthropic/claude-sonnet-4-5" },
      }),
      freshMemory(false),
    );
    expect([verdict, memory.armed, memory.previousFraction]).toEqual([wait, false, 0.45]);
  });

  it("is empty of rent after a flush", () => {
    fc.assert(
      fc.property(anyMoments(), (moments) => {
        const memory = moments.reduce((before, at) => decide(at, before).memory, freshMemory(false));
        const after = afterAttempt(memory, "served");
        expect([after.rent, after.armed, after.rearmed]).toEqual([0, false, false]);
      }),
    );
  });
});
