import { type Answer, type AnswerEvents, type AnsweredCall, piecesOf } from "./answer.ts";
import type { Usage } from "./usage.ts";

/** The event stream of the Messages endpoint. */
export function anthropicEvents(answer: Answer): AnswerEvents {
  const blocks = [
    ...(answer.thinking === "" ? [] : [thinkingBlock(answer)]),
    ...(answer.text === "" ? [] : [textBlock(answer)]),
    ...answer.calls.map((call) => callBlock(call, answer.chunk)),
  ];
  return {
    content: [messageStart(answer), ...blocks.flatMap((block, index) => blockEvents(block, index))],
    end: [
      event("message_delta", {
        delta: { stop_reason: answer.stop, stop_sequence: null },
        usage: { output_tokens: answer.usage.output },
      }),
      event("message_stop", {}),
    ],
  };
}

interface Block {
  readonly start: object;
  readonly deltas: readonly object[];
}

function messageStart({ index, model, usage }: Answer): string {
  return event("message_start", {
    message: {
      id: `msg_${index}`,
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: usageFields(usage),
    },
  });
}

const usageFields = (usage: Usage) => ({
  input_tokens: usage.input,
  cache_creation_input_tokens: usage.cacheWrite,
  cache_read_input_tokens: usage.cacheRead,
  cache_creation: {
    ephemeral_5m_input_tokens: usage.cacheWrite - usage.cacheWrite1h,
    ephemeral_1h_input_tokens: usage.cacheWrite1h,
  },
  output_tokens: 1,
});

const thinkingBlock = ({ thinking, signature, chunk }: Answer): Block => ({
  start: { type: "thinking", thinking: "", signature: "" },
  deltas: [
    ...piecesOf(thinking, chunk).map((piece) => ({ type: "thinking_delta", thinking: piece })),
    { type: "signature_delta", signature },
  ],
});

const textBlock = ({ text, chunk }: Answer): Block => ({
  start: { type: "text", text: "" },
  deltas: piecesOf(text, chunk).map((piece) => ({ type: "text_delta", text: piece })),
});

const callBlock = ({ id, name, input }: AnsweredCall, chunk: number): Block => ({
  start: { type: "tool_use", id, name, input: {} },
  deltas: piecesOf(JSON.stringify(input), chunk).map((piece) => ({
    type: "input_json_delta",
    partial_json: piece,
  })),
});

const blockEvents = ({ start, deltas }: Block, index: number): readonly string[] => [
  event("content_block_start", { index, content_block: start }),
  ...deltas.map((delta) => event("content_block_delta", { index, delta })),
  event("content_block_stop", { index }),
];

const event = (type: string, fields: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
