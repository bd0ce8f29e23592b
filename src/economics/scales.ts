import { type AgentMessage, isAssistant, type Messages } from "../model/message.ts";
import { messageChars } from "../model/size.ts";
import { tokenWeight } from "../model/tokens.ts";
import { estimateContentTokens, RESULT_TOKENS } from "./tokens.ts";

/** How many messages two lists certainly have in common at their beginnings, where somebody knows. */
export type SharedFront = (one: Messages, other: Messages) => number;

/** What a list weighed, message by message, and by what each is known again: that hardly ever coincides. */
interface Weighed {
  readonly messages: Messages;
  readonly chars: Uint32Array;
  readonly weights: Float64Array;
  readonly total: number;
}

const nothing: Weighed = { messages: [], chars: new Uint32Array(0), weights: new Float64Array(0), total: 0 };

/**
 * Estimated tokens of messages, before calibration. A request repeats nearly all of the one before it, so weights are
 * remembered from one request to the next, by role, time and size: at the same place, and elsewhere after a rewrite.
 */
export class Scales {
  #last = nothing;
  readonly #shared: SharedFront;

  constructor(shared: SharedFront = () => 0) {
    this.#shared = shared;
  }

  /** One weight per message, in order. Not to be changed. */
  weigh(messages: Messages): Float64Array {
    const last = this.#last;
    if (messages === last.messages && messages.length === last.weights.length) return last.weights;
    const chars = new Uint32Array(messages.length);
    const weights = new Float64Array(messages.length);
    const elsewhere = new Elsewhere(last);
    const shared = this.#shared(last.messages, messages);
    chars.set(last.chars.subarray(0, shared));
    weights.set(last.weights.subarray(0, shared));
    let total = 0;
    for (let index = 0; index < shared; index++) total += weights[index] ?? 0;
    for (let index = shared; index < messages.length; index++) {
      const message = messages[index] as AgentMessage;
      const size = messageChars(message);
      const isThere = last.chars[index] === size && isSame(message, last.messages[index]);
      const weight = isThere ? (last.weights[index] ?? 0) : elsewhere.find(message, size, index);
      chars[index] = size;
      weights[index] = weight;
      total += weight;
    }
    this.#last = { messages, chars, weights, total };
    return weights;
  }

  /** Of all of them together. */
  total(messages: Messages): number {
    this.weigh(messages);
    return this.#last.total;
  }
}

const isSame = (message: AgentMessage, other: AgentMessage | undefined): boolean =>
  message?.role === other?.role && message?.timestamp === other?.timestamp;

/** The weights of a list by name, for messages that have moved; read only when one has. */
class Elsewhere {
  readonly #last: Weighed;
  #names: ReadonlyMap<string, number> | undefined;

  constructor(last: Weighed) {
    this.#last = last;
  }

  find(message: AgentMessage, chars: number, index: number): number {
    const { messages, chars: sizes, weights } = this.#last;
    if (index >= messages.length && !this.#names) return weightOf(message);
    this.#names ??= new Map(
      messages.map((each, at) => [nameOf(each, sizes[at] ?? 0), weights[at] ?? 0] as const),
    );
    return this.#names.get(nameOf(message, chars)) ?? weightOf(message);
  }
}

const nameOf = (message: AgentMessage, chars: number): string =>
  `${message?.role}@${message?.timestamp}:${chars}`;

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
