import { checkBlockShape } from "./anthropic-blocks.ts";
import { checkCacheMarkers } from "./anthropic-cache-markers.ts";
import { blocksOf, type Message } from "./anthropic-messages.ts";
import { checkToolPairing } from "./anthropic-pairing.ts";
import { checkThinking, type IssuedThinking } from "./anthropic-thinking.ts";
import { checkTools } from "./anthropic-tools.ts";
import {
  firstViolation,
  hasLoneSurrogate,
  isRecord,
  type Json,
  refuse,
  unknownKey,
  type Violation,
} from "./violation.ts";

/**
 * Judges the body of a Messages request as the strictest real endpoint does. `issued` is what the server remembers
 * of its own replies; without it, only rules that the body alone can break are judged.
 */
export function checkAnthropicRequest(
  body: unknown,
  issued: IssuedThinking = new Map(),
): Violation | undefined {
  if (!isRecord(body)) return refuse("The request body is not a valid JSON object.");
  if (hasLoneSurrogate(body)) {
    return refuse("The request body is not valid JSON: no low surrogate in string: line 1 column 1 (char 0)");
  }
  return checkParameters(body) ?? checkMessages(body.messages) ?? checkConversation(body, issued);
}

function checkParameters(body: Json): Violation | undefined {
  if (typeof body.model !== "string" || body.model === "") return refuse("model: Field required");
  return checkMaxTokens(body.max_tokens) ?? checkSystem(body.system);
}

function checkMaxTokens(maxTokens: unknown): Violation | undefined {
  if (maxTokens === undefined) return refuse("max_tokens: Field required");
  if (!Number.isInteger(maxTokens)) return refuse("max_tokens: Input should be a valid integer");
  if (Number(maxTokens) < 1) return refuse("max_tokens: Input should be greater than or equal to 1");
  return undefined;
}

function checkSystem(system: unknown): Violation | undefined {
  if (system === undefined) return undefined;
  const blocks: unknown = typeof system === "string" ? [{ type: "text", text: system }] : system;
  if (!Array.isArray(blocks)) return refuse("system: Input should be a valid list");
  return firstViolation(blocks, (block, index) => {
    if (!isRecord(block) || block.type !== "text" || typeof block.text !== "string") {
      return refuse(`system.${index}.type: Input should be 'text'`);
    }
    if (block.text === "") return refuse("system: text content blocks must be non-empty");
    return block.text.trim() === ""
      ? refuse("system: text content blocks must contain non-whitespace text")
      : undefined;
  });
}

function checkMessages(messages: unknown): Violation | undefined {
  if (!Array.isArray(messages)) return refuse("messages: Field required");
  if (messages.length === 0) return refuse("messages: at least one message is required");
  const violation = firstViolation(messages, (message, index) =>
    checkMessage(message, index, index === messages.length - 1),
  );
  if (violation) return violation;
  const [first] = messages;
  return isRecord(first) && first.role === "user"
    ? undefined
    : refuse('messages: first message must use the "user" role');
}

function checkMessage(message: unknown, index: number, isLast: boolean): Violation | undefined {
  const at = `messages.${index}`;
  if (!isRecord(message)) return refuse(`${at}: Input should be a valid dictionary`);
  const unknown = unknownKey(message, ["role", "content"]);
  if (unknown) return refuse(`${at}.${unknown}: Extra inputs are not permitted`);
  if (message.role !== "user" && message.role !== "assistant") {
    return refuse(`${at}.role: Input should be 'user' or 'assistant'`);
  }
  if (typeof message.content !== "string" && !Array.isArray(message.content)) {
    return refuse(`${at}.content: Input should be a valid list`);
  }
  return checkContent({ role: message.role, content: message.content }, at, isLast);
}

function checkContent(message: Message, at: string, isLast: boolean): Violation | undefined {
  const isPrefill = isLast && message.role === "assistant";
  if (message.content.length === 0) {
    return isPrefill
      ? undefined
      : refuse(
          `${at}: all messages must have non-empty content except for the optional final assistant message`,
        );
  }
  const blocks = blocksOf(message);
  return (
    firstViolation(blocks, (block, k) => checkBlockShape(block, message.role, `${at}.content.${k}`)) ??
    (isPrefill ? checkPrefill(blocks) : undefined)
  );
}

function checkPrefill(blocks: readonly Json[]): Violation | undefined {
  const text = blocks.at(-1)?.text;
  return typeof text === "string" && text !== text.trimEnd()
    ? refuse("messages: final assistant content cannot end with trailing whitespace")
    : undefined;
}

function checkConversation(body: Json, issued: IssuedThinking): Violation | undefined {
  // The shape of every message was checked before.
  const messages = body.messages as readonly Message[];
  return (
    checkTools(body.tools, messages) ??
    checkToolPairing(messages) ??
    checkThinking(body, messages, issued) ??
    checkCacheMarkers(body, messages)
  );
}
