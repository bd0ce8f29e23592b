import { describe, expect, it } from "vitest";
import { checkGoogleRequest } from "../support/strict/google.ts";
import { checkMistralRequest } from "../support/strict/mistral.ts";

const said = (text: string) => ({ role: "user", parts: [{ text }] });
const called = (names: readonly string[], thoughtSignature?: string) => ({
  role: "model",
  parts: names.map((name, index) => ({
    functionCall: { name, args: {} },
    ...(index === 0 && thoughtSignature && { thoughtSignature }),
  })),
});
const responded = (...names: readonly string[]) => ({
  role: "user",
  parts: names.map((name) => ({ functionResponse: { name, response: { output: "x" } } })),
});
const answered = { role: "model", parts: [{ text: "done" }] };

describe("what Gemini takes", () => {
  it.each<readonly [string, readonly unknown[]]>([
    ["a prompt", [said("go")]],
    ["a step", [said("go"), called(["a", "b"], "c2ln"), responded("b", "a")]],
    ["an old step without its signature", [said("go"), called(["a"]), responded("a"), answered, said("on")]],
  ])("is %s", (_what, contents) => {
    expect(checkGoogleRequest({ contents })).toBeUndefined();
  });

  it.each<readonly [string, readonly unknown[]]>([
    ["nothing", []],
    ["no parts", [{ role: "user", parts: [] }]],
    ["a part without data", [{ role: "user", parts: [{}] }]],
    ["empty text", [said("")]],
    [
      "arguments that are no object",
      [said("go"), { role: "model", parts: [{ functionCall: { name: "a", args: "x" } }] }, responded("a")],
    ],
    ["a call behind a reply", [said("go"), answered, called(["a"], "c2ln"), responded("a")]],
    ["a call without a response", [said("go"), called(["a"], "c2ln"), said("on")]],
    ["a call at the end", [said("go"), called(["a"], "c2ln")]],
    ["too few responses", [said("go"), called(["a", "b"], "c2ln"), responded("a")]],
    ["a response to another function", [said("go"), called(["a"], "c2ln"), responded("b")]],
    ["a response to nothing", [said("go"), answered, responded("a")]],
    ["a step without its signature", [said("go"), called(["a"]), responded("a")]],
  ])("is not %s", (_what, contents) => {
    expect(checkGoogleRequest({ contents })).toMatchObject({ type: "invalid_request_error" });
  });
});

const user = { role: "user", content: "go" };
const calls = (...ids: readonly string[]) => ({
  role: "assistant",
  toolCalls: ids.map((id) => ({ id, type: "function", function: { name: "a", arguments: "{}" } })),
});
const tool = (toolCallId: string) => ({
  role: "tool",
  toolCallId,
  name: "a",
  content: [{ type: "text", text: "x" }],
});

describe("what Mistral takes", () => {
  it.each<readonly [string, readonly unknown[]]>([
    ["a prompt", [user]],
    ["two prompts", [user, user]],
    ["a step", [user, calls("abcdefghi", "abcdefghj"), tool("abcdefghj"), tool("abcdefghi")]],
  ])("is %s", (_what, messages) => {
    expect(checkMistralRequest({ messages })).toBeUndefined();
  });

  it.each<readonly [string, readonly unknown[]]>([
    ["nothing", []],
    ["an empty prompt", [{ role: "user", content: [] }]],
    ["a reply without content", [user, { role: "assistant" }, user]],
    ["a reply at the end", [user, { role: "assistant", content: "done" }]],
    ["an id of another provider", [user, calls("toolu_1"), tool("toolu_1")]],
    ["an id twice", [user, calls("abcdefghi", "abcdefghi"), tool("abcdefghi"), tool("abcdefghi")]],
    ["a prompt behind a result", [user, calls("abcdefghi"), tool("abcdefghi"), user]],
    ["a result behind a prompt", [user, tool("abcdefghi")]],
    ["a call without a result", [user, calls("abcdefghi"), user]],
    ["a result too many", [user, calls("abcdefghi"), tool("abcdefghi"), tool("abcdefghi")]],
  ])("is not %s", (_what, messages) => {
    expect(checkMistralRequest({ messages })).toMatchObject({ type: "invalid_request_error" });
  });
});
