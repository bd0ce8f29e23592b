import { describe, expect, it } from "vitest";
import { indexBoundaries, resolveRange } from "../../src/chain/resolve-range.ts";
import { calls, type Line, reply, result, transcript, user } from "../support/transcript.ts";

const resolve = (lines: readonly Line[], start: number, end: number | null) =>
  resolveRange(
    { startUserTimestamp: start, finalAssistantTimestamp: end },
    indexBoundaries(transcript(lines)),
  );

const whole = [user("a", { at: 10 }), calls("a"), result("a"), reply("b", { at: 20 })];

describe("the range of a chain", () => {
  it("is found by exactly one user message and exactly one assistant message, in this order", () => {
    expect(resolve(whole, 10, 20)).toEqual({ startIndex: 0, endIndex: 3 });
  });

  it("is not confused by the same time at another role", () => {
    const lines = [
      user("a", { at: 10 }),
      calls("a"),
      result("a", { at: 20 }),
      reply("b", { at: 20 }),
      result("a", { at: 10 }),
    ];
    expect(resolve(lines, 10, 20)).toEqual({ startIndex: 0, endIndex: 3 });
  });

  it.each<readonly [string, readonly Line[], number, number | null]>([
    ["the user message is gone", whole, 11, 20],
    ["the final reply is gone", whole, 10, 21],
    ["there never was a final reply", whole, 10, null],
    ["two user messages share its time", [...whole, user("c", { at: 10 })], 10, 20],
    ["two assistant messages share its time", [...whole, reply("c", { at: 20 })], 10, 20],
    ["three do", [...whole, reply("c", { at: 20 }), reply("d", { at: 20 })], 10, 20],
    ["the order is reversed", [reply("b", { at: 20 }), user("a", { at: 10 })], 10, 20],
  ])("is unresolved where %s", (_, lines, start, end) => {
    expect(resolve(lines, start, end)).toBeUndefined();
  });

  it.each([undefined, Number.NaN, "10"])("never matches a message whose time is %j", (timestamp) => {
    const messages = transcript(whole).map((message) => ({ ...message, timestamp }) as typeof message);
    const entry = { startUserTimestamp: timestamp as number, finalAssistantTimestamp: timestamp as number };
    expect(resolveRange(entry, indexBoundaries(messages))).toBeUndefined();
  });
});
