import { describe, expect, it } from "vitest";
import {
  type AgentMessage,
  argumentsOf,
  endingOf,
  IMAGE_CHARS,
  imagesOf,
  isAnswer,
  isBarrier,
  isDropped,
  isToolResult,
  renderedChars,
  resultBlocks,
  textOf,
  toolCallsOf,
} from "../../src/model/message.ts";
import {
  assistant,
  branchSummary,
  call,
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

const one = (line: Line): AgentMessage => transcript([line])[0] as AgentMessage;
const text = (value: string) => ({ type: "text", text: value });
const image = { type: "image", data: "aGk=", mimeType: "image/png" };

type Shape = { readonly text: string; readonly blocks: number; readonly chars: number };

describe("content of any shape", () => {
  it.each<[string, unknown, Shape]>([
    ["nothing", undefined, { text: "", blocks: 0, chars: 0 }],
    ["null", null, { text: "", blocks: 0, chars: 0 }],
    ["a number", 7, { text: "", blocks: 0, chars: 0 }],
    ["a string", "abc", { text: "abc", blocks: 1, chars: 3 }],
    ["an empty string", "", { text: "", blocks: 0, chars: 0 }],
    ["one text", [text("abc")], { text: "abc", blocks: 1, chars: 3 }],
    ["two texts", [text("a"), text("b")], { text: "a\nb", blocks: 2, chars: 2 }],
    ["a text and an image", [text("a"), image], { text: "a", blocks: 2, chars: 1 + IMAGE_CHARS }],
    ["blocks with holes", [null, undefined, 7, "x", text("a")], { text: "a", blocks: 1, chars: 1 }],
    [
      "a text without text",
      [{ type: "text" }, { type: "text", text: null }],
      { text: "", blocks: 0, chars: 0 },
    ],
    ["blocks of an unknown kind", [{ type: "resource_link", uri: "x" }], { text: "", blocks: 0, chars: 0 }],
  ])("%s", (_name, content, shape) => {
    expect({
      text: textOf(content),
      blocks: resultBlocks(content).length,
      chars: renderedChars(content),
    }).toEqual(shape);
  });

  it("finds images among other blocks", () => {
    expect(imagesOf([text("a"), image, image])).toEqual([image, image]);
  });

  it("keeps the blocks themselves, so that nothing is lost with them", () => {
    const block = { ...text("a"), textSignature: "s" };
    expect(resultBlocks([block])[0]).toBe(block);
  });
});

describe("calls", () => {
  it("are blocks that can be paired: with an id and a name", () => {
    const content = [
      call("a"),
      { type: "toolCall", id: "b" },
      { type: "toolCall", name: "x" },
      text("a"),
      null,
    ];
    expect(toolCallsOf({ content }).map(({ id }) => id)).toEqual(["a"]);
  });

  it.each<[unknown]>([[undefined], [null], ["{bad json"], [["a"]], [7]])(
    "have no arguments when these are %j",
    (given) => {
      expect(argumentsOf({ ...call("a"), arguments: given as Record<string, unknown> })).toEqual({});
    },
  );

  it("have the arguments the session holds, by reference", () => {
    const made = call("a");
    expect(argumentsOf(made)).toBe(made.arguments);
  });
});

describe("kinds of messages", () => {
  const stops = (stopReason: "stop" | "length" | "toolUse" | "error" | "aborted") =>
    assistant({ stopReason });

  it.each<[string, Line, { answer: boolean; final: boolean; barrier: boolean; dropped: boolean }]>([
    ["a final reply", reply(), { answer: true, final: true, barrier: false, dropped: false }],
    [
      "a final reply without text",
      stops("stop"),
      { answer: true, final: true, barrier: false, dropped: false },
    ],
    ["a cut off reply", stops("length"), { answer: true, final: false, barrier: false, dropped: false }],
    ["a call", calls("a"), { answer: true, final: false, barrier: false, dropped: false }],
    [
      "a call that ended with stop",
      assistant({ calls: ["a"], stopReason: "stop" }),
      { answer: true, final: false, barrier: false, dropped: false },
    ],
    ["a failed reply", stops("error"), { answer: false, final: false, barrier: false, dropped: true }],
    [
      "an aborted reply with text",
      reply("half", { stopReason: "aborted" }),
      { answer: false, final: false, barrier: false, dropped: true },
    ],
    ["a prompt", user(), { answer: false, final: false, barrier: true, dropped: false }],
    ["a note of an extension", custom(), { answer: false, final: false, barrier: true, dropped: false }],
    ["a shell command", shell(), { answer: false, final: false, barrier: true, dropped: false }],
    [
      "an excluded shell command",
      shell("ls", { excluded: true }),
      { answer: false, final: false, barrier: false, dropped: false },
    ],
    ["a branch summary", branchSummary(), { answer: false, final: false, barrier: true, dropped: false }],
    [
      "a compaction summary",
      compactionSummary(),
      { answer: false, final: false, barrier: true, dropped: false },
    ],
    ["a result", result("a"), { answer: false, final: false, barrier: false, dropped: false }],
    ["a system message", strange("system"), { answer: false, final: false, barrier: false, dropped: false }],
    [
      "a message of an unknown kind",
      strange("future"),
      { answer: false, final: false, barrier: false, dropped: false },
    ],
  ])("%s", (_name, line, expected) => {
    const message = one(line);
    expect({
      answer: isAnswer(message),
      final: endingOf(message) === "final",
      barrier: isBarrier(message),
      dropped: message.role === "assistant" && isDropped(message),
    }).toEqual(expected);
  });

  it("a result without a usable id is none", () => {
    expect([one(result("a")), one(strange("toolResult")), undefined as never].map(isToolResult)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
