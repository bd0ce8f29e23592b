import type { AgentMessage, Messages } from "./message.ts";
import { renderedChars } from "./message.ts";

/**
 * What a message adds to a request, in characters: its texts, thinking and call arguments; an image counts as in
 * `renderedChars`. Nothing is serialised, and what never reaches the model (`details`, usage) does not count.
 */
export function messageChars(message: AgentMessage): number {
  switch (message?.role) {
    case "assistant":
      return Array.isArray(message.content) ? blocksChars(message.content) : 0;
    case "bashExecution":
      return message.excludeFromContext ? 0 : stringChars(message.command) + stringChars(message.output);
    case "branchSummary":
    case "compactionSummary":
      return stringChars(message.summary);
    case "user":
    case "custom":
    case "toolResult":
      return renderedChars(message.content);
    default:
      return 0;
  }
}

export const contextChars = (messages: Messages): number =>
  messages.reduce((sum, message) => sum + messageChars(message), 0);

/** Characters of all strings and numbers inside a value, at any depth, with their keys. */
export function valueChars(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value === "number" || typeof value === "boolean") return 4;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + valueChars(item), 0);
  if (typeof value !== "object" || value === null) return 0;
  let chars = 0;
  for (const key of Object.keys(value))
    chars += key.length + valueChars((value as Record<string, unknown>)[key]);
  return chars;
}

function blocksChars(blocks: readonly ({ readonly type?: unknown } | null)[]): number {
  let chars = 0;
  for (let index = 0; index < blocks.length; index++) chars += blockChars(blocks[index] ?? null);
  return chars;
}

function blockChars(block: { readonly type?: unknown } | null): number {
  const { type, text, thinking, name, arguments: args } = (block ?? {}) as Record<string, unknown>;
  if (type === "text") return stringChars(text);
  if (type === "thinking") return stringChars(thinking);
  return type === "toolCall" ? stringChars(name) + valueChars(args) : 0;
}

const stringChars = (value: unknown): number => (typeof value === "string" ? value.length : 0);
