import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { captureBranch } from "../../src/capture/capture.ts";
import { argumentsOf, type ToolCall } from "../../src/model/message.ts";
import { pairCalls } from "../../src/model/paired-calls.ts";
import { clocks, transcripts } from "../support/arbitraries.ts";
import { branchOf } from "../support/branch.ts";
import { assistant, call, calls, custom, result, transcript, user } from "../support/transcript.ts";

const places = (lines: Parameters<typeof transcript>[0]) =>
  pairCalls(transcript(lines)).map(({ key, assistantIndex, blockIndex, resultIndex }) => [
    key,
    assistantIndex,
    blockIndex,
    resultIndex,
  ]);

describe("calls and the results that answer them", () => {
  it("are paired by id, whatever order the results come in", () => {
    expect(places([assistant({ text: "go", calls: ["a", "b"] }), result("b"), result("a")])).toEqual([
      ["b@1001", 0, 2, 1],
      ["a@1002", 0, 1, 2],
    ]);
  });

  it("are paired in order where one message uses an id twice", () => {
    expect(places([calls("a", "a"), result("a", { at: 5 }), result("a", { at: 5 })])).toEqual([
      ["a@5", 0, 0, 1],
      ["a@5#1", 0, 1, 2],
    ]);
  });

  it("belong to the nearest assistant message", () => {
    expect(places([calls("a"), result("a"), user(), calls("a"), result("a")])).toEqual([
      ["a@1001", 0, 0, 1],
      ["a@1004", 3, 0, 4],
    ]);
  });

  it.each([
    ["a message between them", [calls("a"), custom(), result("a")]],
    ["an aborted reply", [assistant({ calls: ["a"], stopReason: "aborted" }), result("a")]],
    ["a result too many", [calls(), result("a")]],
  ])("are no pair across %s", (_, lines) => {
    expect(places(lines)).toEqual([]);
  });

  it("are the calls that a flush captures", () => {
    fc.assert(
      fc.property(transcripts, clocks, (lines, clock) => {
        const branch = branchOf(lines, clock);
        const messages = branch.map(({ message }) => message);
        const paired = pairCalls(messages).map(({ key, call: made, assistantIndex }) => [
          assistantIndex,
          key,
          argumentsOf(made),
        ]);
        const captured = captureBranch(branch).flatMap(({ calls: made }) =>
          made.map(({ key, args, assistantEntryId }) => [Number(assistantEntryId?.slice(1)), key, args]),
        );
        expect(sorted(paired)).toEqual(sorted(captured));
      }),
    );
  });
});

const sorted = (rows: readonly unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();

it("a call is found at its place among the blocks", () => {
  const messages = transcript([assistant({ text: "x", thinking: "y", calls: [call("a")] }), result("a")]);
  const [paired] = pairCalls(messages);
  expect((messages[0] as { content: readonly ToolCall[] }).content[paired?.blockIndex ?? -1]).toBe(
    paired?.call,
  );
});
