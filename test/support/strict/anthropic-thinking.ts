import { createHash } from "node:crypto";
import { blocksOf, type Message, toolResultIds, toolUseIds } from "./anthropic-messages.ts";
import { firstViolation, isRecord, type Json, refuse, type Violation } from "./violation.ts";

/** What the server remembers of replies with thinking: the signature of the thinking in front of each call, by call id. */
export type IssuedThinking = ReadonlyMap<string, string>;

/** The signature this provider gives to a thinking text: it proves itself, so a changed text is noticed after restarts. */
export const thinkingSignature = (thinking: string): string =>
  createHash("sha256").update(`loopback thinking\0${thinking}`).digest("base64");

/** Thinking is configured soundly, comes first in its message, was issued here, and is unchanged in the running loop. */
export function checkThinking(
  body: Json,
  messages: readonly Message[],
  issued: IssuedThinking,
): Violation | undefined {
  const config = isRecord(body.thinking) ? body.thinking : { type: "disabled" };
  return (
    checkBudget(config, Number(body.max_tokens)) ??
    firstViolation(messages, checkPlaceAndSignature) ??
    (config.type === "disabled" ? undefined : checkRunningLoop(messages, issued))
  );
}

function checkBudget(config: Json, maxTokens: number): Violation | undefined {
  if (config.type !== "enabled") return undefined;
  const budget = config.budget_tokens;
  if (typeof budget !== "number" || budget < 1024) {
    return refuse("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
  }
  return budget < maxTokens
    ? undefined
    : refuse("`max_tokens` must be greater than `thinking.budget_tokens`.");
}

const isThinking = (block: Json) => block.type === "thinking" || block.type === "redacted_thinking";

function checkPlaceAndSignature(message: Message, index: number): Violation | undefined {
  const blocks = blocksOf(message);
  const [first] = blocks;
  if (!first || !blocks.some(isThinking)) return undefined;
  if (!isThinking(first)) {
    return refuse(
      `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${String(first.type)}\`.`,
    );
  }
  return firstViolation(blocks, (block, k) =>
    block.type !== "thinking" || block.signature === thinkingSignature(String(block.thinking))
      ? undefined
      : refuse(`messages.${index}.content.${k}: Invalid \`signature\` in \`thinking\` block`),
  );
}

function checkRunningLoop(messages: readonly Message[], issued: IssuedThinking): Violation | undefined {
  const lastPrompt = messages.findLastIndex(
    (message) => message.role === "user" && toolResultIds(message).length === 0,
  );
  return firstViolation(messages, (message, index) => {
    if (index < lastPrompt) return undefined;
    const kept = blocksOf(message).map((block) => block.signature);
    const lost = toolUseIds(message).some((id) => issued.has(id) && !kept.includes(issued.get(id)));
    return lost
      ? refuse(
          `messages.${index}.content.0: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. ` +
            "These blocks must remain as they were in the original response.",
        )
      : undefined;
  });
}
