import {
  assistant,
  anthropicBody as body,
  image,
  loop,
  marked,
  prompt,
  result,
  text,
  thinking,
  tools,
  use,
  user,
} from "./anthropic-bodies.ts";
import { thinkingSignature } from "./anthropic-thinking.ts";

/** A request body and what the checker must say about it: nothing, or a message that begins like this. */
export type Case = readonly [title: string, body: unknown, refusal: string | undefined];

const sound: readonly Case[] = [
  ["string content", body([{ role: "user", content: "go" }]), undefined],
  [
    "two calls, two results, then text",
    loop([use("a"), use("b")], [result("b"), result("a"), text("and?")]),
    undefined,
  ],
  ["an empty result", loop([use("a")], [result("a", { content: "" })]), undefined],
  ["an image result", loop([use("a")], [result("a", { content: [text("see"), image()] })]), undefined],
  ["an error in text", loop([use("a")], [result("a", { is_error: true })]), undefined],
  [
    "a reused id in a later turn",
    body([...Array(2)].flatMap(() => [prompt, assistant(use("a")), user(result("a"))])),
    undefined,
  ],
  ["an empty final assistant message", body([prompt, assistant()]), undefined],
  ["two user messages in a row", body([prompt, prompt]), undefined],
  [
    "four markers",
    loop([use("a")], [marked(result("a"))], { system: [1, 2, 3].map(() => marked(text("s"))) }),
    undefined,
  ],
  ["thinking in front", loop([thinking("hm"), use("a")], [result("a")]), undefined],
  ["surrogate pairs", body([user(text("😀"))]), undefined],
];

const pairing: readonly Case[] = [
  [
    "an unanswered call",
    body([prompt, assistant(use("a")), prompt]),
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a",
  ],
  [
    "one of two answers",
    loop([use("a"), use("b")], [result("a")]),
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b.",
  ],
  [
    "answers in two messages",
    body([prompt, assistant(use("a"), use("b")), user(result("a")), user(result("b"))]),
    "messages.1: `tool_use` ids",
  ],
  [
    "text in front of the result",
    loop([use("a")], [text("x"), result("a")]),
    "messages.1: `tool_use` ids were found without",
  ],
  ["a call at the end", body([prompt, assistant(use("a"))]), "messages.1: `tool_use` ids were found without"],
  [
    "a result without a call",
    body([user(result("a"))]),
    "messages.0: unexpected `tool_use_id` found in `tool_result` blocks: a.",
  ],
  [
    "a result of an earlier turn",
    body([prompt, assistant(use("a")), user(result("a")), assistant(text("ok")), user(result("a"))]),
    "messages.4: unexpected `tool_use_id`",
  ],
  [
    "two results for one call",
    loop([use("a")], [result("a"), result("a")]),
    "messages.2: each `tool_use` must have a single result.",
  ],
  [
    "one id twice in a message",
    loop([use("a"), use("a")], [result("a")]),
    "messages.1: `tool_use` ids must be unique",
  ],
  [
    "a foreign id",
    loop([use("a|b")], [result("a|b")]),
    "messages.1.content.0.tool_use.id: String should match pattern",
  ],
  [
    "an overlong id",
    loop([use("a".repeat(65))], [result("a".repeat(65))]),
    "messages.1.content.0.tool_use.id: String should match",
  ],
  [
    "arguments that are no object",
    loop([use("a", "ls")], [result("a")]),
    "messages.1.content.0.tool_use.input: Input should be a valid dictionary",
  ],
  ["calls without tools", loop([use("a")], [result("a")], { tools: [] }), "tools: Requests which include"],
  [
    "two tools of one name",
    body([prompt], { tools: [...tools, ...tools] }),
    "tools: Tool names must be unique.",
  ],
];

const content: readonly Case[] = [
  ["no messages", body([]), "messages: at least one message is required"],
  [
    "an assistant message first",
    body([assistant(text("hi"))]),
    'messages: first message must use the "user" role',
  ],
  [
    "a system message",
    body([prompt, { role: "system", content: "x" }]),
    "messages.1.role: Input should be 'user' or 'assistant'",
  ],
  ["empty content", body([user(), prompt]), "messages.0: all messages must have non-empty content"],
  [
    "an empty string",
    body([{ role: "user", content: "" }]),
    "messages.0: all messages must have non-empty content",
  ],
  ["an empty text block", body([user(text(""))]), "messages: text content blocks must be non-empty"],
  ["blank text", body([user(text(" \n"))]), "messages: text content blocks must contain non-whitespace text"],
  [
    "an empty text block in a result",
    loop([use("a")], [result("a", { content: [text("")] })]),
    "messages: text content blocks must be non-empty",
  ],
  [
    "an empty error",
    loop([use("a")], [result("a", { content: "", is_error: true })]),
    "messages.2.content.0.tool_result: content cannot be empty",
  ],
  [
    "an error with an image",
    loop([use("a")], [result("a", { content: [image()], is_error: true })]),
    "messages.2.content.0.tool_result.content.0: all content must be type `text`",
  ],
  [
    "a final reply ending in blanks",
    body([prompt, assistant(text("so "))]),
    "messages: final assistant content cannot end with trailing whitespace",
  ],
  ["an unknown block", body([user({ type: "toolCall" })]), "messages.0.content.0: Input tag 'toolCall'"],
  [
    "a call by the user",
    body([user(use("a"))]),
    "messages.0.content.0: `tool_use` blocks can only be in `assistant` messages",
  ],
  [
    "an unknown field",
    body([user({ ...text("x"), textSignature: "s" })]),
    "messages.0.content.0.text.textSignature: Extra inputs",
  ],
  [
    "an image of another type",
    body([user(image({ media_type: "image/tiff" }))]),
    "messages.0.content.0.image.source.base64.media_type",
  ],
  [
    "a linked image",
    body([user({ type: "image", source: { type: "url", url: "http://x" } })]),
    "messages.0.content.0.image.source.type",
  ],
  [
    "broken base64",
    body([user(image({ data: "no base64!" }))]),
    "messages.0.content.0.image.source.base64.data",
  ],
  ["half a character", body([user(text("\ud83d"))]), "The request body is not valid JSON: no low surrogate"],
  [
    "half a character in arguments",
    loop([use("a", { "\ude00": 1 })], [result("a")]),
    "The request body is not valid JSON",
  ],
];

const parameters: readonly Case[] = [
  ["no object", "hi", "The request body is not a valid JSON object."],
  ["no max_tokens", body([prompt], { max_tokens: undefined }), "max_tokens: Field required"],
  [
    "no room for an answer",
    body([prompt], { max_tokens: 0 }),
    "max_tokens: Input should be greater than or equal to 1",
  ],
  ["an empty system prompt", body([prompt], { system: "" }), "system: text content blocks must be non-empty"],
  [
    "a thinking budget above max_tokens",
    body([prompt], { thinking: { type: "enabled", budget_tokens: 2000 } }),
    "`max_tokens` must be greater",
  ],
  [
    "five markers",
    loop([use("a")], [marked(result("a"))], { system: [1, 2, 3, 4].map(() => marked(text("s"))) }),
    "A maximum of 4 blocks with cache_control may be provided. Found 5.",
  ],
  [
    "an hour behind five minutes",
    body([user(marked(text("x"), "1h"))], { system: [marked(text("s"))] }),
    "cache_control.ttl: a ttl='1h'",
  ],
  [
    "thinking behind text",
    loop([text("so"), thinking("hm"), use("a")], [result("a")]),
    "messages.1.content.0.type: Expected `thinking`",
  ],
  [
    "changed thinking",
    loop([thinking("hm!", thinkingSignature("hm")), use("a")], [result("a")]),
    "messages.1.content.0: Invalid `signature` in `thinking` block",
  ],
];

export const anthropicCases: readonly Case[] = [...sound, ...pairing, ...content, ...parameters];
