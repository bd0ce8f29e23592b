import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OccurrenceCounter, occurrenceKey, parseOccurrenceKey } from "../../src/model/occurrence.ts";
import { callIds } from "../support/arbitraries.ts";

describe("occurrence keys", () => {
  it.each<[string, number | undefined, number, string]>([
    ["a", 5, 0, "a@5"],
    ["a", 5, 2, "a@5#2"],
    ["a", undefined, 0, "a"],
    ["a", undefined, 2, "a@#2"],
    ["x@5", 7, 0, "x@5@7"],
  ])("of %j at %s, ordinal %i, is %j", (id, at, ordinal, key) => {
    expect(occurrenceKey(id, at, ordinal)).toBe(key);
    expect(parseOccurrenceKey(key)).toEqual({
      toolCallId: id,
      ordinal,
      ...(at !== undefined && { resultTimestamp: at }),
    });
  });

  it("are read back to what they were made of, whatever the id looks like", () => {
    fc.assert(
      fc.property(callIds, fc.nat(), fc.nat(9), (toolCallId, resultTimestamp, ordinal) => {
        const key = occurrenceKey(toolCallId, resultTimestamp, ordinal);
        expect(parseOccurrenceKey(key)).toEqual({ toolCallId, resultTimestamp, ordinal });
      }),
    );
  });
});

describe("OccurrenceCounter", () => {
  it("numbers results that share id and millisecond, and no others", () => {
    const counter = new OccurrenceCounter();
    const seen = [
      ["a", 1],
      ["b", 1],
      ["a", 1],
      ["a", 2],
      ["a", 1],
    ] as const;
    expect(seen.map(([id, at]) => counter.next(id, at))).toEqual([
      { key: "a@1", ordinal: 0 },
      { key: "b@1", ordinal: 0 },
      { key: "a@1#1", ordinal: 1 },
      { key: "a@2", ordinal: 0 },
      { key: "a@1#2", ordinal: 2 },
    ]);
    expect([counter.hasTwin("a", 1), counter.hasTwin("b", 1), counter.hasTwin("a", 3)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("numbers results without a time by their ids alone", () => {
    const counter = new OccurrenceCounter();
    expect([counter.next("a@1", undefined), counter.next("a", 1), counter.next("a@1", null)]).toEqual([
      { key: "a@1", ordinal: 0 },
      { key: "a@1", ordinal: 0 },
      { key: "a@1@#1", ordinal: 1 },
    ]);
  });

  it.each<[unknown]>([[undefined], [null], ["1000"], [Number.NaN]])(
    "falls back to the bare id at %s",
    (at) => {
      expect(new OccurrenceCounter().next("a", at)).toEqual({ key: "a", ordinal: 0 });
    },
  );
});
