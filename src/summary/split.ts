import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import { textOf } from "../model/message.ts";
import { head } from "../model/text.ts";
import { ARGUMENT_CHARS } from "./prompt.ts";

/** What one request to a model may hold. */
export interface Limits {
  /** Characters of the user prompt. */
  readonly promptChars: number;
  /** Tool calls one answer has room for. */
  readonly calls: number;
}

const DEFAULT_WINDOW = 32_000;
const SYSTEM_TOKENS = 1000;
const MAX_PROMPT_CHARS = 160_000;
const MIN_PROMPT_CHARS = 2000;
const MAX_ANSWER_TOKENS = 8000;
const BASE_ANSWER_TOKENS = 500;
const CALL_ANSWER_TOKENS = 190;

/** Characters of a result that are worth a request of its own; what lies beyond is cut out before a batch is split. */
const SHOWN_CHARS = 12_000;
const FRAME_CHARS = 250;
const SAMPLE_CHARS = 4000;

// Measured: code and logs have 2.5 to 3.5 characters per token, text outside ASCII 0.3 to 2.
const ASCII_CHARS_PER_TOKEN = 2.4;
const OTHER_CHARS_PER_TOKEN = 0.7;

/** Characters of prompt that fit into a window of so many tokens (0 when unknown), judged by the kind of text. */
export function windowChars(window: number, texts: readonly string[]): number {
  const tokens = window > 0 ? window : DEFAULT_WINDOW;
  const chars = Math.floor((tokens - answerRoom(window) - SYSTEM_TOKENS) * charsPerToken(texts));
  return Math.max(MIN_PROMPT_CHARS, Math.min(MAX_PROMPT_CHARS, chars));
}

/** What fits into a window of so many tokens, for a batch like this one. */
export function limitsOf(window: number, batch: CapturedBatch): Limits {
  const texts = batch.calls.map((call) => textOf(call.content));
  return {
    promptChars: windowChars(window, texts),
    calls: Math.max(1, Math.floor((answerRoom(window) - BASE_ANSWER_TOKENS) / CALL_ANSWER_TOKENS)),
  };
}

function answerRoom(window: number): number {
  return Math.min(MAX_ANSWER_TOKENS, Math.floor((window > 0 ? window : DEFAULT_WINDOW) / 4));
}

/** Tokens an answer about so many calls may have. */
export const answerTokens = (calls: number): number =>
  Math.min(MAX_ANSWER_TOKENS, BASE_ANSWER_TOKENS + CALL_ANSWER_TOKENS * calls);

/**
 * The batch in consecutive parts, each within the limits without losing more of a result than `SHOWN_CHARS` leave out;
 * the batch itself when it fits. A call that is too big for any request is a part of its own: the prompt cuts it.
 */
export function splitBatch(batch: CapturedBatch, limits: Limits): readonly CapturedBatch[] {
  const parts: CapturedCall[][] = [];
  let room = 0;
  for (const call of batch.calls) {
    const size = shownChars(call);
    const part = parts.at(-1);
    if (part && size <= room && part.length < limits.calls) {
      part.push(call);
      room -= size;
    } else {
      parts.push([call]);
      room = limits.promptChars - FRAME_CHARS * 8 - size;
    }
  }
  return parts.length <= 1 ? [batch] : parts.map((calls) => ({ ...batch, calls }));
}

const shownChars = (call: CapturedCall): number =>
  FRAME_CHARS + ARGUMENT_CHARS + Math.min(SHOWN_CHARS, textOf(call.content).length);

function charsPerToken(texts: readonly string[]): number {
  let tokens = 0;
  let chars = 0;
  for (const text of texts) {
    const sample = head(text, SAMPLE_CHARS);
    if (sample === "") continue;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII.
    const other = sample.replace(/[\u0000-\u007f]+/g, "").length;
    const sampled = (sample.length - other) / ASCII_CHARS_PER_TOKEN + other / OTHER_CHARS_PER_TOKEN;
    tokens += (sampled * text.length) / sample.length;
    chars += text.length;
  }
  return tokens === 0 ? ASCII_CHARS_PER_TOKEN : chars / tokens;
}
