import type { Json } from "../strict/violation.ts";
import { type Answer, type AnswerEvents, type AnsweredCall, piecesOf } from "./answer.ts";
import { promptTokensOf, type Usage } from "./usage.ts";

/** The event stream of the Responses endpoint. */
export function responsesEvents(answer: Answer): AnswerEvents {
  const id = `resp_${answer.name}`;
  const items = itemsOf(answer);
  const isCut = answer.stop === "max_tokens";
  const status = isCut ? "incomplete" : "completed";
  const details = isCut ? { incomplete_details: { reason: "max_output_tokens" } } : {};
  const output = items.map(({ whole }) => whole);
  const response = { id, status, ...details, output, usage: usageFields(answer.usage) };
  return {
    content: [
      event("response.created", { response: { id, status: "in_progress", output: [] } }),
      ...items.flatMap(itemEvents),
    ],
    end: [event(`response.${status}`, { response })],
  };
}

/** By the id of each item of an answer: the reasoning it is made with. */
export function madeIn(answer: Answer): readonly (readonly [id: string, reasoning: string])[] {
  const ids = itemsOf(answer).map(({ whole }) => String(whole.id));
  return answer.thinking === "" ? [] : ids.slice(1).map((id) => [id, ids[0] ?? ""] as const);
}

interface Item {
  /** As it stands when nothing of it has been said. */
  readonly begun: Json;
  readonly whole: Json;
  /** What is said between the two. */
  readonly parts: readonly (readonly [type: string, fields: Json])[];
}

// Hosts number the items that have no id of the provider.
const itemId = (kind: string, name: string) => `${kind}_made_${name}`;

const itemsOf = (answer: Answer): readonly Item[] => [
  ...(answer.thinking === "" ? [] : [reasoningItem(answer)]),
  ...(answer.text === "" ? [] : [messageItem(answer)]),
  ...answer.calls.map((call, at) => callItem(call, itemId("fc", `${answer.name}_${at}`), answer.chunk)),
];

function reasoningItem({ thinking, name, signature, chunk }: Answer): Item {
  const item = { type: "reasoning", id: itemId("rs", name), encrypted_content: signature };
  const part = (text: string) => ({ summary_index: 0, part: { type: "summary_text", text } });
  return {
    begun: { ...item, summary: [] },
    whole: { ...item, summary: [{ type: "summary_text", text: thinking }] },
    parts: [
      ["response.reasoning_summary_part.added", part("")],
      ...piecesOf(thinking, chunk).map(
        (delta) => ["response.reasoning_summary_text.delta", { summary_index: 0, delta }] as const,
      ),
      ["response.reasoning_summary_part.done", part(thinking)],
    ],
  };
}

function messageItem({ text, name, chunk }: Answer): Item {
  const item = { type: "message", id: itemId("msg", name), role: "assistant" };
  const part = (said: string) => ({ type: "output_text", text: said, annotations: [] });
  return {
    begun: { ...item, status: "in_progress", content: [] },
    whole: { ...item, status: "completed", content: [part(text)] },
    parts: [
      ["response.content_part.added", { content_index: 0, part: part("") }],
      ...piecesOf(text, chunk).map(
        (delta) => ["response.output_text.delta", { content_index: 0, delta }] as const,
      ),
      ["response.content_part.done", { content_index: 0, part: part(text) }],
    ],
  };
}

function callItem({ id, name, input }: AnsweredCall, itemId: string, chunk: number): Item {
  const item = { type: "function_call", id: itemId, call_id: id, name };
  const args = JSON.stringify(input);
  return {
    begun: { ...item, status: "in_progress", arguments: "" },
    whole: { ...item, status: "completed", arguments: args },
    parts: [
      ...piecesOf(args, chunk).map((delta) => ["response.function_call_arguments.delta", { delta }] as const),
      ["response.function_call_arguments.done", { arguments: args }],
    ],
  };
}

const itemEvents = ({ begun, whole, parts }: Item, at: number): readonly string[] => [
  event("response.output_item.added", { output_index: at, item: begun }),
  ...parts.map(([type, fields]) => event(type, { item_id: whole.id, output_index: at, ...fields })),
  event("response.output_item.done", { output_index: at, item: whole }),
];

const usageFields = (usage: Usage) => ({
  input_tokens: promptTokensOf(usage),
  input_tokens_details: { cached_tokens: usage.cacheRead },
  output_tokens: usage.output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: promptTokensOf(usage) + usage.output,
});

const event = (type: string, fields: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
