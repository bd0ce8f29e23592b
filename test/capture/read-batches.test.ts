import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCandidates } from "../../src/capture/candidates.ts";
import { readBatches } from "../../src/capture/read-batches.ts";
import type { BranchMessage } from "../../src/model/branch.ts";
import { callsIn, clocks, transcripts } from "../support/arbitraries.ts";
import { branchOf, keptFrom } from "../support/branch.ts";
import { assistant, call, calls, type Line, reply, result, user } from "../support/transcript.ts";

const read = (branch: readonly BranchMessage[], keep = 0) =>
  readBatches(branch, keep).map(({ calls: made }) => made.map(({ toolCallId }) => toolCallId).join());

describe("readBatches", () => {
  it.each<[string, Line, readonly string[]]>([
    ["the final reply", reply(), ["a"]],
    ["a reply cut off at its limit", reply("half", { stopReason: "length" }), ["a"]],
    ["another call", calls("b"), ["a"]],
    ["a reply without text", assistant({}), ["a"]],
    ["a reply that failed", assistant({ stopReason: "error" }), []],
    ["an aborted reply", reply("half", { stopReason: "aborted" }), []],
    ["a prompt", user(), []],
  ])("takes a result with %s behind it only when that completed", (_name, behind, expected) => {
    expect(read(branchOf([calls("a"), result("a"), behind]))).toEqual(expected);
  });

  it("takes everything in front of the last completed reply, and nothing behind it", () => {
    const lines = [calls("a"), result("a"), calls("b"), result("b"), calls("c"), result("c")];
    expect(read(branchOf(lines))).toEqual(["a", "b"]);
  });

  it("leaves the latest ones as they are", () => {
    const lines = [calls("a", "b"), result("a"), result("b"), calls("c"), result("c"), reply()];
    expect([0, 1, 2, 3, 9].map((keep) => read(branchOf(lines), keep))).toEqual([
      ["a,b", "c"],
      ["a,b"],
      ["a"],
      [],
      [],
    ]);
  });

  it("does not count results that nobody sees among the latest", () => {
    const lines = [calls("a"), result("a"), calls("b"), result("b"), result("x"), reply()];
    expect(read(branchOf(lines), 1)).toEqual(["a"]);
  });

  it("takes nothing that a compaction took away", () => {
    const branch = branchOf([calls("a"), result("a"), reply(), calls("b"), result("b"), reply()]);
    expect(read(keptFrom(3, branch))).toEqual(["b"]);
  });

  it("takes no result whose call a compaction took away", () => {
    const branch = branchOf([calls("a", "b"), result("a"), result("b"), reply()]);
    expect(read(keptFrom(2, branch))).toEqual([]);
  });

  it("leaves the pruner's own tool to the rules of recovery", () => {
    const lines = [calls(call("q", "context_tree_query"), "a"), result("q"), result("a"), reply()];
    expect(read(branchOf(lines))).toEqual(["a"]);
  });

  it("finds in the messages of a request what it finds on the branch", () => {
    fc.assert(
      fc.property(transcripts, clocks, fc.nat(4), (lines, clock, keep) => {
        // Where one message calls an id twice, only the branch tells which result is whose.
        fc.pre(lines.every((line) => !repeats(callsIn(line).map(({ id }) => id))));
        const branch = branchOf(lines, clock);
        const onBranch = readBatches(branch, keep).flatMap((batch) => batch.calls.map(({ key }) => key));
        const inMessages = readCandidates(
          branch.map(({ message }) => message),
          keep,
        ).map(({ key }) => key);
        expect(inMessages.toSorted()).toEqual(onBranch.toSorted());
      }),
    );
  });
});

const repeats = (ids: readonly string[]): boolean => new Set(ids).size < ids.length;
