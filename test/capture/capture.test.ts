import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { captureBranch } from "../../src/capture/capture.ts";
import { isToolResult } from "../../src/model/message.ts";
import { clocks, transcripts } from "../support/arbitraries.ts";
import { branchOf } from "../support/branch.ts";
import {
  assistant,
  call,
  calls,
  custom,
  type Line,
  reply,
  result,
  strange,
  user,
} from "../support/transcript.ts";

/** For each turn: its number, and the calls in it with the entries of their results. */
const turns = (...lines: readonly Line[]) =>
  captureBranch(branchOf(lines)).map(({ turnIndex, calls: made }) => [
    turnIndex,
    made.map(({ key, entryId }) => `${key} ${entryId}`),
  ]);

describe("captureBranch", () => {
  it("has everything a record needs of each finished call", () => {
    const lines = [
      user(),
      assistant({ text: "let me see", calls: [call("a", "read", { path: "x" })] }),
      result("a", { text: "no such file", error: true, images: 1 }),
    ];
    const image = { type: "image", data: expect.any(String), mimeType: "image/png" };
    expect(captureBranch(branchOf(lines))).toEqual([
      {
        turnIndex: 0,
        timestamp: 1001,
        assistantText: "let me see",
        calls: [
          {
            key: "a@1002",
            toolCallId: "a",
            toolName: "read",
            args: { path: "x" },
            content: [{ type: "text", text: "no such file" }, image],
            isError: true,
            resultTimestamp: 1002,
            ordinal: 0,
            hasTwin: false,
            assistant: expect.objectContaining({ timestamp: 1001 }),
            entryId: "e2",
            assistantEntryId: "e1",
          },
        ],
      },
    ]);
  });

  it("lists calls in call order, whatever order their results came in, and without those that have none", () => {
    expect(turns(calls("a", "b", "c"), result("c"), result("a"))).toEqual([[0, ["a@1002 e2", "c@1001 e1"]]]);
  });

  it("pairs within the turn where an id is used again", () => {
    expect(turns(calls("a"), result("a"), calls("a"), result("a"))).toEqual([
      [0, ["a@1001 e1"]],
      [1, ["a@1003 e3"]],
    ]);
  });

  it("pairs the k-th result of an id with the k-th call of it in the same message", () => {
    expect(
      turns(calls("a", "b", "a"), result("a", { at: 5 }), result("b", { at: 5 }), result("a", { at: 5 })),
    ).toEqual([[0, ["a@5 e1", "b@5 e2", "a@5#1 e3"]]]);
  });

  it("counts every assistant message as a turn, those without calls and those that failed as well", () => {
    expect(
      turns(
        reply(),
        assistant({ calls: ["a"], stopReason: "aborted" }),
        result("a"),
        calls("b"),
        result("b"),
      ),
    ).toEqual([[2, ["b@1004 e4"]]]);
  });

  it.each<[string, readonly Line[]]>([
    ["has no call", [result("a")]],
    ["came behind a message of another extension", [calls("a"), custom(), result("a")]],
    ["answers a call that is answered", [calls("b"), result("a")]],
    ["belongs to a reply that failed", [assistant({ calls: ["a"], stopReason: "error" }), result("a")]],
  ])("passes over a result that %s", (_name, lines) => {
    expect(turns(...lines)).toEqual([]);
  });

  it("says of results that share id and millisecond that only their content tells them apart", () => {
    const lines = [
      calls("a"),
      result("a", { at: 5 }),
      calls("a", "b"),
      result("a", { at: 5 }),
      result("b", { at: 5 }),
    ];
    const twins = captureBranch(branchOf(lines)).flatMap((batch) =>
      batch.calls.map(({ key, hasTwin }) => [key, hasTwin]),
    );
    expect(twins).toEqual([
      ["a@5", true],
      ["a@5#1", true],
      ["b@5", false],
    ]);
  });

  it("reads content and arguments of any shape", () => {
    const malformed = [
      assistant({ calls: [{ ...call("a"), arguments: "{bad json" as never }] }),
      { ...strange("toolResult", null), toolCallId: "a", toolName: "bash" } as Line,
    ];
    expect(captureBranch(branchOf(malformed))).toMatchObject([
      { calls: [{ args: {}, content: [], isError: false }] },
    ]);
  });

  it("takes every result once at most, and names no two alike", () => {
    fc.assert(
      fc.property(transcripts, clocks, (lines, clock) => {
        const branch = branchOf(lines, clock);
        const captured = captureBranch(branch).flatMap((batch) => batch.calls);
        const entries = captured.map(({ entryId }) => entryId);
        expect(new Set(entries).size).toBe(entries.length);
        for (const { entryId, toolCallId } of captured) {
          const message = branch.find((it) => it.entryId === entryId)?.message;
          expect(message && isToolResult(message) && message.toolCallId).toBe(toolCallId);
        }
        const timed = captured.filter(({ resultTimestamp }) => Number.isFinite(resultTimestamp));
        expect(new Set(timed.map(({ key }) => key)).size).toBe(timed.length);
      }),
    );
  });
});
