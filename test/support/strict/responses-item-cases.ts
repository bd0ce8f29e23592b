import type { Case } from "./anthropic-cases.ts";
import {
  responsesBody as body,
  call,
  custom,
  customOutput,
  image,
  output,
  said,
  text,
  user,
} from "./responses-bodies.ts";

const ids: readonly Case[] = [
  [
    "an empty id",
    body([call("a", { id: "" }), output("a")]),
    "Invalid 'input[0].id': ''. Expected an ID that contains",
  ],
  [
    "an id of odd characters",
    body([said("a|b")]),
    "Invalid 'input[0].id': 'msg_a|b'. Expected an ID that contains",
  ],
  ["an id that is no text", body([call("a", { id: 7 }), output("a")]), "Invalid type for 'input[0].id'"],
  [
    "a call id as id",
    body([call("a", { id: "call_a" }), output("a")]),
    "Invalid 'input[0].id': 'call_a'. Expected an ID that begins with 'fc'.",
  ],
  [
    "the id of another kind",
    body([custom("a", { id: "fc_a" }), customOutput("a")]),
    "Invalid 'input[0].id': 'fc_a'. Expected an ID that begins with 'ctc'.",
  ],
  [
    "an overlong id",
    body([call("a".repeat(62), { call_id: "a" }), output("a")]),
    "Invalid 'input[0].id': string too long. Expected a string with maximum length 64, but got a string with length 65",
  ],
  [
    "an overlong call id",
    body([call("a".repeat(65), { id: undefined })]),
    "Invalid 'input[0].call_id': string too long.",
  ],
  ["an empty call id", body([call("a", { call_id: "" })]), "Invalid 'input[0].call_id': empty string."],
  [
    "no call id",
    body([output("a"), { type: "function_call_output", output: "x" }].slice(1)),
    "Missing required parameter: 'input[0].call_id'.",
  ],
];

const calling: readonly Case[] = [
  [
    "arguments as an object",
    body([call("a", { arguments: {} }), output("a")]),
    "Invalid type for 'input[0].arguments': expected a string.",
  ],
  [
    "arguments that are no JSON",
    body([call("a", { arguments: "{" }), output("a")]),
    "Invalid 'input[0].arguments'",
  ],
  [
    "arguments that are no object",
    body([call("a", { arguments: "[]" }), output("a")]),
    "Invalid 'input[0].arguments'",
  ],
  [
    "a custom input as an object",
    body([custom("a", { input: {} }), customOutput("a")]),
    "Invalid type for 'input[0].input': expected a string.",
  ],
  [
    "a call of nothing",
    body([call("a", { name: "" }), output("a")]),
    "Invalid 'input[0].name': empty string.",
  ],
  [
    "a call without a name",
    body([call("a", { name: undefined }), output("a")]),
    "Missing required parameter: 'input[0].name'.",
  ],
  [
    "a name of odd characters",
    body([call("a", { name: "a b" }), output("a")]),
    "Invalid 'input[0].name': string does not match pattern.",
  ],
  [
    "an overlong name",
    body([call("a", { name: "a".repeat(129) }), output("a")]),
    "Invalid 'input[0].name': string too long.",
  ],
];

const content: readonly Case[] = [
  ["no input", body([]), 'One of "input" or'],
  ["an unknown item", body([{ type: "toolCall" }]), "Invalid value: 'toolCall'."],
  ["an unknown role", body([{ role: "tool", content: "x" }]), "Invalid value: 'tool'."],
  ["no content", body([{ role: "user" }]), "Missing required parameter: 'input[0].content'."],
  ["content that is no list", body([user({})]), "Invalid type for 'input[0].content'"],
  ["an empty text", body([user("")]), "Invalid 'input[0].content': empty string."],
  ["an empty list", body([user([])]), "Invalid 'input[0].content': empty array."],
  ["an empty part", body([user([text("")])]), "Invalid 'input[0].content[0].text': empty string."],
  [
    "a part without text",
    body([user([{ type: "input_text" }])]),
    "Missing required parameter: 'input[0].content[0].text'.",
  ],
  [
    "the user's part from the assistant",
    body([said("1", [text("so")])]),
    "Invalid value: 'input_text'. Supported values are: 'output_text', 'refusal'.",
  ],
  [
    "the assistant's part from the user",
    body([user([{ type: "output_text", text: "so" }])]),
    "Invalid value: 'output_text'. Supported values are: 'input_text', 'input_image'.",
  ],
  ["a part of chat completions", body([user([{ type: "text", text: "go" }])]), "Invalid value: 'text'."],
  ["a linked image", body([user([image("http://x")])]), "Invalid 'input[0].content[0].image_url'"],
  ["no output", body([call("a"), output("a", null)]), "Missing required parameter: 'input[1].output'."],
  ["an empty output", body([call("a"), output("a", "")]), "Invalid 'input[1].output': empty string."],
  ["an output of nothing", body([call("a"), output("a", [])]), "Invalid 'input[1].output': empty array."],
  ["half a character", body([user("\ud83d")]), "We could not parse the JSON body of your request."],
  ["no model", body([user()], { model: "" }), "Missing required parameter: 'model'."],
  [
    "no room for an answer",
    body([user()], { max_output_tokens: 15 }),
    "Invalid 'max_output_tokens': integer below minimum value.",
  ],
  [
    "a tool without a name",
    body([user()], { tools: [{ type: "function" }] }),
    "Missing required parameter: 'tools[0].name'.",
  ],
  [
    "a tool of odd characters",
    body([user()], { tools: [{ name: "a b" }] }),
    "Invalid 'tools[0].name': string does not match",
  ],
  [
    "two tools of one name",
    body([user()], { tools: [{ name: "a" }, { name: "a" }] }),
    "Invalid 'tools': function names must be unique",
  ],
];

/** What is wrong with one item by itself, or with the body around them. */
export const responsesItemCases: readonly Case[] = [...ids, ...calling, ...content];
