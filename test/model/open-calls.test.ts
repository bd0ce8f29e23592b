import { describe, expect, it } from "vitest";
import { isToolResult } from "../../src/model/message.ts";
import { OpenCalls } from "../../src/model/open-calls.ts";
import {
  assistant,
  branchSummary,
  calls,
  compactionSummary,
  custom,
  type Line,
  reply,
  result,
  shell,
  strange,
  transcript,
  user,
} from "../support/transcript.ts";

/** For each result, whether it answers an open call. */
function answers(...lines: readonly Line[]): readonly boolean[] {
  const open = new OpenCalls();
  return transcript(lines).flatMap((message) => {
    if (isToolResult(message)) return [open.answer(message.toolCallId)];
    open.follow(message);
    return [];
  });
}

describe("OpenCalls", () => {
  it("is answered in any order, once for each call", () => {
    expect(answers(calls("a", "b"), result("b"), result("a"), result("a"))).toEqual([true, true, false]);
  });

  it("takes as many results for an id as its message has calls with it", () => {
    expect(answers(calls("a", "a"), result("a"), result("a"), result("a"))).toEqual([true, true, false]);
  });

  it.each<[string, Line]>([
    ["a prompt", user()],
    ["a note of an extension", custom()],
    ["a shell command", shell()],
    ["a branch summary", branchSummary()],
    ["a compaction summary", compactionSummary()],
    ["a reply", reply()],
    ["a failed reply", assistant({ stopReason: "error" })],
    ["an aborted reply", assistant({ stopReason: "aborted" })],
  ])("is over with %s", (_name, between) => {
    expect(answers(calls("a", "b"), result("a"), between, result("b"))).toEqual([true, false]);
  });

  it.each<[string, Line]>([
    ["an excluded shell command", shell("ls", { excluded: true })],
    ["a system message", strange("system")],
    ["a message of an unknown kind", strange("future")],
  ])("goes on over %s", (_name, between) => {
    expect(answers(calls("a", "b"), result("a"), between, result("b"))).toEqual([true, true]);
  });

  it("never opens for the calls of a reply that failed", () => {
    expect(answers(assistant({ calls: ["a"], stopReason: "aborted" }), result("a"))).toEqual([false]);
  });

  it("knows nothing of calls in front of the latest assistant message", () => {
    expect(answers(calls("a"), calls("b"), result("a"), result("b"))).toEqual([false, true]);
  });

  it("is not fooled by ids that objects have by themselves", () => {
    expect(answers(calls("a"), result("__proto__"), result("constructor"))).toEqual([false, false]);
  });
});
