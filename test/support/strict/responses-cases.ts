import type { Case } from "./anthropic-cases.ts";
import {
  responsesBody as body,
  call,
  custom,
  customOutput,
  image,
  output,
  reasoning,
  said,
  text,
  user,
} from "./responses-bodies.ts";
import type { MadeWith } from "./responses-reasoning.ts";

const sound: readonly Case[] = [
  ["a string", body("go"), undefined],
  ["instructions in front", body([{ role: "developer", content: "Be brief." }, user()]), undefined],
  [
    "two calls, two outputs",
    body([user(), call("a"), call("b"), output("b"), output("a"), user()]),
    undefined,
  ],
  ["something between call and output", body([call("a"), user(), output("a")]), undefined],
  [
    "a call and a custom call of one id",
    body([call("a"), custom("a"), customOutput("a"), output("a")]),
    undefined,
  ],
  ["calls without ids of their own", body([call("a", { id: undefined }), output("a")]), undefined],
  ["an image as output", body([call("a"), output("a", [text("see"), image()])]), undefined],
  ["a blank output", body([call("a"), output("a", "\n")]), undefined],
  ["reasoning and its call", body([user(), reasoning("1"), call("a"), output("a")]), undefined],
  ["reasoning, then more of it", body([reasoning("1"), reasoning("2"), said("1"), user()]), undefined],
  ["a refusal", body([user(), said("1", [{ type: "refusal", refusal: "no" }])]), undefined],
  [
    "ids of 64 characters",
    body([call("a".repeat(61), { call_id: "b".repeat(64) }), output("b".repeat(64))]),
    undefined,
  ],
  [
    "stored reasoning",
    body([reasoning("1", { encrypted_content: null }), said("1")], { store: true }),
    undefined,
  ],
  ["a few tokens for the answer", body([user()], { max_output_tokens: 16 }), undefined],
  [
    "tools that come later",
    body([{ type: "additional_tools", role: "developer", tools: [] }, user()]),
    undefined,
  ],
];

const pairing: readonly Case[] = [
  ["a call without an output", body([call("a"), user()]), "No tool output found for function call a."],
  [
    "one of two outputs",
    body([call("a"), call("b"), output("a")]),
    "No tool output found for function call b.",
  ],
  [
    "an output without a call",
    body([user(), output("a")]),
    "No tool call found for function call output with call_id a.",
  ],
  [
    "an output in front of its call",
    body([output("a"), call("a")]),
    "No tool call found for function call output with call_id a.",
  ],
  [
    "two calls of one id",
    body([call("a"), call("a", { id: "fc_b" }), output("a")]),
    "Duplicate 'call_id': a",
  ],
  [
    "two outputs of one call",
    body([call("a"), output("a"), output("a")]),
    "Duplicate function_call_output for call_id 'a'.",
  ],
  ["a custom call without an output", body([custom("a")]), "No tool output found for custom tool call a."],
  [
    "an output of the other kind",
    body([custom("a"), output("a"), customOutput("a")]),
    "No tool call found for function call output with call_id a.",
  ],
  [
    "an item twice",
    body([said("1"), user(), said("1")]),
    "Duplicate item found with id msg_1. Remove duplicate items",
  ],
];

const reasoned: readonly Case[] = [
  [
    "reasoning at the end",
    body([user(), reasoning("1")]),
    "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
  ],
  [
    "reasoning in front of a prompt",
    body([reasoning("1"), user()]),
    "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
  ],
  [
    "reasoning in front of an output",
    body([call("a"), reasoning("1"), output("a")]),
    "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
  ],
  [
    "reasoning without a summary",
    body([reasoning("1", { summary: undefined }), said("1")]),
    "Missing required parameter: 'input[0].summary'.",
  ],
  [
    "reasoning without an id",
    body([reasoning("1", { id: undefined }), said("1")]),
    "Missing required parameter: 'input[0].id'.",
  ],
  [
    "reasoning that nobody keeps",
    body([reasoning("1", { encrypted_content: undefined }), said("1")]),
    "Item with id 'rs_1' not found. Items are not persisted",
  ],
];

export const responsesCases: readonly Case[] = [...sound, ...pairing, ...reasoned];

/** What the provider remembers in these cases. */
export const made: MadeWith = new Map([
  ["fc_a", new Set(["rs_1"])],
  ["fc_b", new Set(["rs_1"])],
  ["msg_1", new Set(["rs_2"])],
]);

/** What it makes of items that it remembers. */
export const madeCases: readonly Case[] = [
  [
    "both calls behind their reasoning",
    body([reasoning("1"), call("a"), call("b"), output("a"), output("b")]),
    undefined,
  ],
  ["two of each", body([reasoning("1"), call("a"), output("a"), reasoning("2"), said("1")]), undefined],
  ["neither", body([user(), said("2")]), undefined],
  [
    "an item that lost its id with its reasoning",
    body([call("a", { id: undefined }), output("a")]),
    undefined,
  ],
  [
    "a call without its reasoning",
    body([user(), call("a"), output("a")]),
    "Item 'fc_a' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
  ],
  [
    "a message without its reasoning",
    body([user(), said("1")]),
    "Item 'msg_1' of type 'message' was provided without its required 'reasoning' item: 'rs_2'.",
  ],
  [
    "a message behind other reasoning",
    body([reasoning("3"), said("1")]),
    "Item 'msg_1' of type 'message' was provided without its required 'reasoning' item: 'rs_2'.",
  ],
  [
    "reasoning behind its item",
    body([said("1"), reasoning("2"), said("2")]),
    "Item 'msg_1' of type 'message' was provided without its required 'reasoning' item: 'rs_2'.",
  ],
  [
    "reasoning in front of another item",
    body([reasoning("2"), said("3")]),
    "Item 'rs_2' of type 'reasoning' was provided without its required following item.",
  ],
];
