import { describe, expect, it } from "vitest";
import { unreadBatches } from "../../src/capture/unread.ts";
import type { BranchMessage } from "../../src/model/branch.ts";
import { branchOf } from "../support/branch.ts";
import { assistant, calls, type Line, reply, result, user } from "../support/transcript.ts";

const ids = (lines: readonly Line[]) => {
  const branch = branchOf(lines);
  return unreadBatches(
    branch.map(({ message }) => message),
    branch,
  ).flatMap((batch) => batch.calls.map(({ toolCallId }) => toolCallId));
};

const entries = (messages: readonly BranchMessage[], branch: readonly BranchMessage[]) =>
  unreadBatches(
    messages.map(({ message }) => message),
    branch,
  ).flatMap((batch) => batch.calls.map(({ entryId, turn }) => [entryId, turn?.turnIndex]));

describe("the unread results", () => {
  it.each<readonly [string, readonly Line[], readonly string[]]>([
    ["are none without messages", [], []],
    [
      "are those behind the latest completed reply",
      [user(), calls("a"), result("a"), calls("b"), result("b")],
      ["b"],
    ],
    ["are none once the reply is there", [user(), calls("a"), result("a"), reply()], []],
    [
      "outlive a reply that failed",
      [user(), calls("a"), result("a"), assistant({ stopReason: "error" })],
      ["a"],
    ],
    ["answer an open call", [user(), calls("a"), result("a"), user(), result("b")], ["a"]],
    [
      "of one turn come in the order of its calls",
      [user(), calls("a", "b"), result("b"), result("a")],
      ["a", "b"],
    ],
  ])("%s", (_, lines, expected) => {
    expect(ids(lines)).toEqual(expected);
  });

  it("come with the entries and the turn that the branch knows, and without where it does not", () => {
    const branch = branchOf([user(), calls("z"), result("z"), reply(), user(), calls("a"), result("a")]);
    const inContext = branch.slice(4);
    expect(entries(inContext, branch)).toEqual([["e6", 2]]);
    expect(entries(inContext, branch.slice(0, 6))).toEqual([[undefined, undefined]]);
  });

  it("with the id and time of another are told from it by content", () => {
    const at = 1000;
    const branch = branchOf([
      user(),
      calls("a"),
      result("a", { at, text: "one" }),
      reply(),
      user(),
      calls("a"),
      result("a", { at, text: "two" }),
    ]);
    expect(entries(branch.slice(4), branch)).toEqual([["e6", 2]]);
    const changed = branchOf([user(), calls("a"), result("a", { at, text: "three" })]);
    expect(entries(changed, branch)).toEqual([[undefined, undefined]]);
  });
});
