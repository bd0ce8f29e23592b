import { type Answer, type AnswerEvents, type AnsweredCall, piecesOf } from "./answer.ts";
import { promptTokensOf, type Usage } from "./usage.ts";

const finishReasons = { end_turn: "stop", tool_use: "tool_calls", max_tokens: "length" } as const;

/** The event stream of chat completions, usage included as the hosts ask for it. */
export function openAiEvents(answer: Answer): AnswerEvents {
  const chunk = (fields: object) => chunkEvent(answer, fields);
  const delta = (content: object) => chunk({ choices: [{ index: 0, delta: content, finish_reason: null }] });
  const finish = { index: 0, delta: {}, finish_reason: finishReasons[answer.stop] };
  return {
    content: [
      delta({ role: "assistant", content: "" }),
      ...piecesOf(answer.thinking, answer.chunk).map((piece) => delta({ reasoning_content: piece })),
      ...piecesOf(answer.text, answer.chunk).map((piece) => delta({ content: piece })),
      ...answer.calls.flatMap((call, index) => callDeltas(call, index, answer.chunk)).map(delta),
    ],
    end: [
      chunk({ choices: [finish] }),
      chunk({ choices: [], usage: usageFields(answer.usage) }),
      "data: [DONE]\n\n",
    ],
  };
}

function callDeltas({ id, name, input }: AnsweredCall, index: number, chunk: number): readonly object[] {
  return [
    { tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] },
    ...piecesOf(JSON.stringify(input), chunk).map((piece) => ({
      tool_calls: [{ index, function: { arguments: piece } }],
    })),
  ];
}

const usageFields = (usage: Usage) => ({
  prompt_tokens: promptTokensOf(usage),
  completion_tokens: usage.output,
  total_tokens: promptTokensOf(usage) + usage.output,
  prompt_tokens_details: { cached_tokens: usage.cacheRead },
});

const chunkEvent = ({ index, model }: Answer, fields: object): string =>
  `data: ${JSON.stringify({ id: `chatcmpl-${index}`, object: "chat.completion.chunk", created: 0, model, ...fields })}\n\n`;
