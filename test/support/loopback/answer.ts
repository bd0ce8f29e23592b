import { thinkingSignature } from "../strict/anthropic-thinking.ts";
import type { Json } from "../strict/violation.ts";
import { tokensOfText } from "./prompt-blocks.ts";
import type { PromptUsage } from "./prompt-cache.ts";
import type { Protocol, RecordedRequest, Reply } from "./script.ts";
import type { Usage } from "./usage.ts";

export interface AnsweredCall {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}

/** A scripted reply with everything filled in that a provider would add. */
export interface Answer {
  /** What ids are made of: no other answer has it, not even of another loopback with another `idPrefix`. */
  readonly name: string;
  readonly index: number;
  readonly model: string;
  readonly text: string;
  readonly thinking: string;
  readonly signature: string;
  readonly calls: readonly AnsweredCall[];
  readonly stop: "end_turn" | "tool_use" | "max_tokens";
  readonly usage: Usage;
  readonly chunk: number;
}

/** An answer as server-sent events: all of its content, and what ends it properly. */
export interface AnswerEvents {
  readonly content: readonly string[];
  readonly end: readonly string[];
}

const DEFAULT_CHUNK = 400;
const idPrefixes: Readonly<Record<Protocol, string>> = {
  anthropic: "toolu_",
  openai: "call_",
  responses: "call_",
};

export function answerOf(
  reply: Reply,
  request: RecordedRequest,
  given: { readonly prompt: PromptUsage; readonly idPrefix: string },
): Answer {
  const name = `${given.idPrefix}${request.index}`;
  const calls = callsOf(reply, `${idPrefixes[request.protocol]}${name}`);
  const content = contentOf(reply, calls);
  return {
    ...content,
    name,
    index: request.index,
    model: request.model,
    signature: thinkingSignature(content.thinking),
    stop: reply.stop ?? (content.calls.length > 0 ? "tool_use" : "end_turn"),
    usage: { ...given.prompt, output: outputTokens(content), ...reply.usage },
    // Half an answer needs at least two pieces.
    chunk: breaksOff(reply)
      ? Math.max(1, Math.ceil(content.text.length / 2))
      : (reply.chunk ?? DEFAULT_CHUNK),
  };
}

const breaksOff = ({ fault }: Reply): boolean => fault?.kind === "stall-mid" || fault?.kind === "cut";

type Content = Pick<Answer, "text" | "thinking" | "calls">;

function contentOf(reply: Reply, calls: readonly AnsweredCall[]): Content {
  if (reply.fault?.kind === "empty") return { text: "", thinking: "", calls: [] };
  const { text = "", thinking = "" } = reply;
  const isBare = text === "" && thinking === "" && calls.length === 0;
  return { text: isBare && breaksOff(reply) ? "This answer breaks off." : text, thinking, calls };
}

const callsOf = (reply: Reply, id: string): readonly AnsweredCall[] =>
  (reply.toolCalls ?? []).map((call, k) => ({
    id: call.id ?? `${id}_${k}`,
    name: call.name,
    input: call.input,
  }));

function outputTokens(answer: Content): number {
  const calls = answer.calls.map((call) => tokensOfText(call.name + JSON.stringify(call.input)));
  return (
    1 +
    tokensOfText(answer.text) +
    tokensOfText(answer.thinking) +
    calls.reduce((sum, tokens) => sum + tokens, 0)
  );
}

/** Text in pieces of at most `size` characters, none ending inside a surrogate pair. */
export const piecesOf = (text: string, size: number): readonly string[] =>
  text.match(new RegExp(`[^]{1,${size}}`, "gu")) ?? [];
