import { type AgentMessage, isAssistant, type Messages } from "../model/message.ts";
import { messageChars } from "../model/size.ts";
import { tokenWeight } from "../model/tokens.ts";
import { estimateContentTokens, RESULT_TOKENS } from "./tokens.ts";

/**
 * Estimated tokens of messages, before calibration. A request repeats nearly all of the one before it, so weights are
 * remembered from one request to the next, by what hardly ever coincides: role, time and size.
 */
export class Scales {
  #known: ReadonlyMap<string, number> = new Map();
  readonly #seen = new WeakMap<object, number>();

  /** One weight per message, in order. */
  weigh(messages: Messages): readonly number[] {
    // Within one request the objects are the same, from one to the next the host copies them.
    if (messages.every((message) => this.#seen.has(message)))
      return messages.map((message) => this.#seen.get(message) ?? 0);
    const known = new Map<string, number>();
    const weights = messages.map((message) => {
      const key = `${message?.role}@${message?.timestamp}:${messageChars(message)}`;
      const weight = this.#known.get(key) ?? known.get(key) ?? weightOf(message);
      known.set(key, weight);
      if (message) this.#seen.set(message, weight);
      return weight;
    });
    this.#known = known;
    return weights;
  }

  /** Of all of them together. */
  total = (messages: Messages): number => this.weigh(messages).reduce((sum, weight) => sum + weight, 0);
}

function weightOf(message: AgentMessage): number {
  const { content, summary, output } = message as { content?: unknown; summary?: unknown; output?: unknown };
  const shown = isAssistant(message) ? assistantWeight(content) : estimateContentTokens(content);
  return RESULT_TOKENS + shown + deepWeight(summary) + deepWeight(output);
}

// Signatures and encrypted thinking are no text: what a block shows stands under these keys.
function assistantWeight(content: unknown): number {
  if (!Array.isArray(content)) return deepWeight(content);
  return content.reduce<number>((sum, block) => {
    const { text, thinking, name, arguments: args } = (block ?? {}) as Readonly<Record<string, unknown>>;
    return sum + deepWeight(text) + deepWeight(thinking) + deepWeight(name) + deepWeight(args);
  }, 0);
}

// What JSON adds to a value: quotes, a colon, a comma.
const JSON_TOKENS = 2;

/** Weight of all text inside a value, at any depth, with its keys. */
function deepWeight(value: unknown): number {
  if (typeof value === "string") return tokenWeight(value);
  if (Array.isArray(value))
    return value.reduce<number>((sum, item) => sum + JSON_TOKENS + deepWeight(item), 0);
  if (typeof value !== "object" || value === null) return value === undefined ? 0 : 1;
  let weight = 0;
  for (const [key, inside] of Object.entries(value))
    weight += JSON_TOKENS + tokenWeight(key) + deepWeight(inside);
  return weight;
}
