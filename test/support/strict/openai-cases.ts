import type { Case } from "./anthropic-cases.ts";
import type { Json } from "./violation.ts";

const call = (id: string, args = '{"command":"ls"}') => ({
  id,
  type: "function",
  function: { name: "bash", arguments: args },
});
const calls = (...list: unknown[]) => ({ role: "assistant", content: null, tool_calls: list });
const answer = (id: string, content: unknown = "done") => ({ role: "tool", tool_call_id: id, content });
const user = (content: unknown = "go") => ({ role: "user", content });
const text = (value: string) => ({ type: "text", text: value });
const image = (url = "data:image/png;base64,iVBORw==") => ({ type: "image_url", image_url: { url } });

const tools = [{ type: "function", function: { name: "bash", parameters: { type: "object" } } }];

export const openAiBody = (messages: readonly unknown[], more: Json = {}): Json => ({
  model: "main-1",
  messages: [{ role: "system", content: "Be brief." }, ...messages],
  tools,
  ...more,
});
const body = openAiBody;

const sound: readonly Case[] = [
  ["string content", body([user()]), undefined],
  [
    "two calls, two answers",
    body([user(), calls(call("a"), call("b")), answer("b"), answer("a"), user()]),
    undefined,
  ],
  [
    "a reused id in a later turn",
    body([calls(call("a")), answer("a"), calls(call("a")), answer("a")]),
    undefined,
  ],
  ["text beside calls", body([{ ...calls(call("a")), content: "look" }, answer("a")]), undefined],
  ["text and an image", body([user([text("see"), image()])]), undefined],
  [
    "reasoning sent back",
    body([user(), { role: "assistant", content: "so", reasoning_content: "hm" }]),
    undefined,
  ],
];

const pairing: readonly Case[] = [
  [
    "an unanswered call",
    body([calls(call("a")), user()]),
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: a",
  ],
  [
    "one of two answers",
    body([calls(call("a"), call("b")), answer("a")]),
    "An assistant message with 'tool_calls' must be followed",
  ],
  [
    "a message in between",
    body([calls(call("a")), user(), answer("a")]),
    "An assistant message with 'tool_calls' must be followed",
  ],
  [
    "an answer without a call",
    body([user(), answer("a")]),
    "Invalid parameter: messages with role 'tool' must be a response",
  ],
  [
    "two answers for one call",
    body([calls(call("a")), answer("a"), answer("a")]),
    "Invalid parameter: messages with role 'tool'",
  ],
  [
    "one id twice",
    body([calls(call("a"), call("a")), answer("a")]),
    "Duplicate value for 'tool_call_id' of 'a'",
  ],
  [
    "an overlong id",
    body([calls(call("a".repeat(41)))]),
    "Invalid 'messages[1].tool_calls[0].id': string too long.",
  ],
  [
    "arguments that are no JSON",
    body([calls(call("a", "{"))]),
    "Invalid 'messages[1].tool_calls[0].function.arguments'",
  ],
  [
    "arguments that are no object",
    body([calls(call("a", "[]"))]),
    "Invalid 'messages[1].tool_calls[0].function.arguments'",
  ],
  [
    "no calls in a list of calls",
    body([{ ...calls(), content: "x" }]),
    "Invalid 'messages[1].tool_calls': empty array.",
  ],
];

const content: readonly Case[] = [
  ["no messages", { model: "main-1", messages: [] }, "Invalid 'messages': empty array."],
  ["an unknown role", body([{ role: "toolResult", content: "x" }]), "Invalid value: 'toolResult'."],
  [
    "an assistant message without anything",
    body([{ role: "assistant", content: null }]),
    "Invalid value for 'content': expected a string, got null.",
  ],
  ["empty text", body([user("")]), "Invalid 'messages[1].content': text must not be empty."],
  [
    "an empty result",
    body([calls(call("a")), answer("a", "")]),
    "Invalid 'messages[2].content': text must not be empty.",
  ],
  ["an empty list", body([user([])]), "Invalid 'messages[1].content': empty array."],
  [
    "an empty part",
    body([user([text("")])]),
    "Invalid 'messages[1].content[0].text': text must not be empty.",
  ],
  [
    "an image as a result",
    body([calls(call("a")), answer("a", [image()])]),
    "Invalid value: 'image_url'. Supported values are: 'text'.",
  ],
  ["a linked image", body([user([image("http://x")])]), "Invalid 'messages[1].content[0].image_url.url'"],
  ["half a character", body([user("\ud83d")]), "We could not parse the JSON body of your request."],
  ["no model", body([user()], { model: "" }), "you must provide a model parameter"],
  [
    "no room for an answer",
    body([user()], { max_completion_tokens: 0 }),
    "Invalid 'max_completion_tokens': integer below minimum value.",
  ],
  [
    "two tools of one name",
    body([user()], { tools: [...tools, ...tools] }),
    "Invalid 'tools': function names must be unique",
  ],
];

export const openAiCases: readonly Case[] = [...sound, ...pairing, ...content];
