import { describe, expect, it } from "vitest";
import type { AgentMessage } from "../../src/model/message.ts";
import { isSameMessage } from "../../src/model/same-message.ts";
import {
  assistant,
  branchSummary,
  call,
  custom,
  type Line,
  reply,
  result,
  shell,
  transcript,
  user,
} from "../support/transcript.ts";

const one = (line: Line, rest: object = {}): AgentMessage =>
  Object.assign({}, transcript([line])[0], structuredClone(rest)) as AgentMessage;
const thinking = (text: string, thinkingSignature = "s") => ({
  content: [{ type: "thinking", thinking: text, thinkingSignature }],
});
const calling = (rest: object) => ({ content: [{ ...call("a", "bash", { x: [1, { y: null }] }), ...rest }] });

describe("messages that show a model the same", () => {
  it.each<readonly [string, Line, object, object]>([
    ["copies", user("go", { images: 1 }), {}, {}],
    ["with another usage", reply("a"), {}, { usage: { input: 9 } }],
    ["with other details", result("a"), {}, { details: { diff: "x" } }],
    ["with the same arguments", assistant({}), calling({}), calling({})],
    ["with the same content as a string", user(), { content: "go" }, { content: "go" }],
  ])("%s", (_, line, before, after) => {
    expect(isSameMessage(one(line, before), one(line, after))).toBe(true);
  });

  it.each<readonly [string, Line, object, object]>([
    ["another time", user(), {}, { timestamp: 7 }],
    ["another role", user(), {}, { role: "custom" }],
    ["another text of the same length", user("go"), {}, { content: [{ type: "text", text: "no" }] }],
    ["one block more", user("go"), {}, { content: [{ type: "text", text: "go" }, null] }],
    ["another kind of block", user("go"), {}, { content: [{ type: "image", text: "go" }] }],
    ["another image", user("", { images: 1 }), {}, { content: [{ type: "image", data: "x" }] }],
    ["another end", reply("a"), {}, { stopReason: "aborted" }],
    ["another call id", assistant({}), calling({}), calling({ id: "b" })],
    ["another tool", assistant({}), calling({}), calling({ name: "read" })],
    ["another signature of a call", assistant({}), calling({}), calling({ thoughtSignature: "s" })],
    ["other arguments", assistant({}), calling({}), calling({ arguments: { x: [1, { y: 2 }] } })],
    [
      "arguments under another name",
      assistant({}),
      calling({}),
      calling({ arguments: { z: [1, { y: null }] } }),
    ],
    ["a list for an object", assistant({}), calling({ arguments: {} }), calling({ arguments: [] })],
    ["other thinking", assistant({}), thinking("a"), thinking("b")],
    ["another signature of thinking", assistant({}), thinking("a"), thinking("a", "t")],
    ["a result of another call", result("a"), {}, { toolCallId: "b" }],
    ["a result of another tool", result("a"), {}, { toolName: "read" }],
    ["a result that failed", result("a"), {}, { isError: true }],
    ["a note of another kind", custom("x"), {}, { customType: "other" }],
    ["a command that was excluded", shell("ls"), {}, { excludeFromContext: true }],
    ["another command", shell("ls"), {}, { command: "cd" }],
    ["another output", shell("ls"), {}, { output: "x" }],
    ["another summary", branchSummary("x"), {}, { summary: "y" }],
  ])("are not those with %s", (_, line, before, after) => {
    expect(isSameMessage(one(line, before), one(line, after))).toBe(false);
  });
});
