import { type AssistantMessage, isContextOverflow } from "@mariozechner/pi-ai";
import { head, wellFormed } from "../model/text.ts";
import type { CallFailure } from "../ports.ts";

export interface Failure {
  readonly reason: CallFailure;
  /** One line for people, at most `MESSAGE_CHARS` characters. */
  readonly message: string;
}

const MESSAGE_CHARS = 200;

const OVERLOADED = /^(?:429|5\d\d)\b|rate.?limit|too many requests|overloaded|throttl/i;
// Beyond what Pi itself knows: proxies and local servers have their own words.
const TOO_LONG =
  /context[ _-]?(?:length|size|window)|prompt is too long|input is too long|^413\b|payload too large/i;
const NO_CREDENTIALS =
  /^40[13]\b|\b(?:unauthorized|forbidden)\b|no (?:api|auth)[ _-]?key|api key (?:is )?(?:required|missing|not found)|(?:invalid|incorrect|expired)[^.]{0,20}(?:api[ _-]?key|token|credential)|authentication|not configured|unknown provider|no api provider|not logged in/i;
/** Statuses by which a server refuses the request itself: the same one again would be refused again. */
const REFUSED = /^(?:400|404|405|410|415|422)\b/;

/** Why a message is no answer, judged by its error text: the hosts pass on no status. Undefined when it is one. */
export function failureOf(message: AssistantMessage, contextWindow: number): Failure | undefined {
  const isTooLong = isContextOverflow(message, contextWindow);
  if (message.stopReason === "error" || message.stopReason === "aborted")
    return failureOfText(message.errorMessage ?? "the provider ended the call without an answer", isTooLong);
  if (!isTooLong) return undefined;
  return { reason: "context-length", message: "the prompt is longer than the model's window" };
}

/** The same for an error that was thrown. */
export const failureOfError = (error: unknown): Failure =>
  failureOfText(error instanceof Error ? error.message : String(error));

function failureOfText(text: string, isTooLong = false): Failure {
  return { reason: reasonOf(text.trim(), isTooLong), message: oneLine(text) };
}

function reasonOf(text: string, isTooLong: boolean): CallFailure {
  // Before the words for length: a rate limit counts tokens too.
  if (OVERLOADED.test(text)) return "transient";
  if (isTooLong || TOO_LONG.test(text)) return "context-length";
  if (NO_CREDENTIALS.test(text)) return "auth";
  return REFUSED.test(text) ? "unusable" : "transient";
}

/** Error texts can be whole pages. */
function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= MESSAGE_CHARS ? wellFormed(line) : `${wellFormed(head(line, MESSAGE_CHARS - 1))}…`;
}
