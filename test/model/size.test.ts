import { describe, expect, it } from "vitest";
import { IMAGE_CHARS } from "../../src/model/message.ts";
import { contextChars, messageChars, valueChars } from "../../src/model/size.ts";
import {
  assistant,
  branchSummary,
  call,
  compactionSummary,
  custom,
  type Line,
  result,
  shell,
  strange,
  transcript,
  user,
} from "../support/transcript.ts";

const lines: readonly (readonly [string, Line, number])[] = [
  ["a prompt", user("abc"), 3],
  ["a prompt with an image", user("abc", { images: 1 }), 3 + IMAGE_CHARS],
  ["a result", result("a", { text: "abcd" }), 4],
  ["a note", custom("ab"), 2],
  ["a shell command and its output", shell("ls", { output: "abc" }), 5],
  ["an excluded shell command", shell("ls", { output: "abc", excluded: true }), 0],
  ["a branch summary", branchSummary("abc"), 3],
  ["a compaction summary", compactionSummary("abc"), 3],
  [
    "text, thinking and a call",
    assistant({ text: "ab", thinking: "abc", calls: [call("a", "bash", { k: "abcd" })] }),
    14,
  ],
  ["an assistant message that is no list of blocks", strange("assistant", "abc"), 0],
  ["blocks with holes", strange("assistant", [null, { type: "text" }, { type: "text", text: "ab" }]), 2],
  ["a system message, which the pruner never sees sent", strange("system", "abc"), 0],
];

describe("sizes in characters", () => {
  it.each(lines)("%s", (_name, line, chars) => {
    expect(transcript([line]).map(messageChars)).toEqual([chars]);
  });

  it("of a context is the sum of its messages", () => {
    expect(contextChars(transcript(lines.map(([, line]) => line)))).toBe(
      lines.reduce((sum, [, , chars]) => sum + chars, 0),
    );
  });

  it.each<[unknown, number]>([
    ["abc", 3],
    [7, 4],
    [true, 4],
    [null, 0],
    [undefined, 0],
    [{ key: "abc" }, 6],
    [{ a: [{ b: "c" }, "d"] }, 4],
  ])("of %j is %i", (value, chars) => {
    expect(valueChars(value)).toBe(chars);
  });
});
