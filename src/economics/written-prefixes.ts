import type { AgentMessage, Messages } from "../model/message.ts";
import { messageChars } from "../model/size.ts";
import type { SharedFront } from "./scales.ts";

/**
 * One number per message: what the context says from its beginning up to there, as far as role, time and size of the
 * messages tell. What a list has in common with the last one is not looked at again.
 */
export class Prefixes {
  readonly #shared: SharedFront;
  #last: { readonly messages: Messages; readonly namespace: string; readonly hashes: Int32Array } | undefined;

  constructor(shared: SharedFront = () => 0) {
    this.#shared = shared;
  }

  /** `namespace` sets apart what no cache shares: other models, other tools. Not to be changed. */
  of(messages: Messages, namespace: string): Int32Array {
    const last = this.#last?.namespace === namespace ? this.#last : undefined;
    if (last?.messages === messages && last.hashes.length === messages.length) return last.hashes;
    const shared = last ? this.#shared(last.messages, messages) : 0;
    const hashes = new Int32Array(messages.length);
    if (last) hashes.set(last.hashes.subarray(0, shared));
    let hash = shared > 0 ? (hashes[shared - 1] ?? 0) : mixText(FNV_BASIS, namespace);
    for (let index = shared; index < messages.length; index++) {
      hash = mixMessage(hash, messages[index] as AgentMessage);
      hashes[index] = hash;
    }
    this.#last = { messages, namespace, hashes };
    return hashes;
  }
}

function mixMessage(start: number, message: AgentMessage): number {
  const { role = "", timestamp = 0 } = (message ?? {}) as Partial<AgentMessage>;
  let hash = mix(mix(start, role.length), role.charCodeAt(0));
  // A time needs more than 32 bits.
  hash = mix(mix(hash, timestamp), timestamp / 2 ** 32);
  return mix(hash, messageChars(message));
}

/**
 * Which beginnings of the context the requests of this process left in the provider's cache. A request writes one, at
 * its end, and refreshes the longest that it could read. What was written before a flush begins otherwise than what is
 * sent after it: it helps nobody any more.
 */
export class WrittenPrefixes {
  /** When each was last written or read, in ms since 1970. */
  #touchedAt = new Map<number, number>();
  /** Where the last request ended. */
  #end: number | undefined;

  get isEmpty(): boolean {
    return this.#touchedAt.size === 0;
  }

  /** A request with these prefixes begins at `at`; entries live for `lifeMs` from the start of a request. */
  sent(prefixes: Int32Array, at: number, lifeMs: number): void {
    for (const [prefix, touchedAt] of this.#touchedAt)
      if (at - touchedAt > lifeMs) this.#touchedAt.delete(prefix);
    const read = prefixes.findLast((prefix) => this.#touchedAt.has(prefix));
    for (const prefix of [read, prefixes.at(-1)]) if (prefix !== undefined) this.#touchedAt.set(prefix, at);
    this.#end = prefixes.at(-1);
  }

  /** The host sent the last request again at `at`, to keep its entry. */
  refreshed(at: number): void {
    const touchedAt = this.#end === undefined ? undefined : this.#touchedAt.get(this.#end);
    if (this.#end !== undefined && touchedAt !== undefined)
      this.#touchedAt.set(this.#end, Math.max(touchedAt, at));
  }

  /** Whether a request at `at` could still read it. */
  holds(prefix: number | undefined, at: number, lifeMs: number): boolean {
    const touchedAt = prefix === undefined ? undefined : this.#touchedAt.get(prefix);
    return touchedAt !== undefined && at - touchedAt <= lifeMs;
  }
}

// Fowler, Noll and Vo's hash, in 32 bits: a session has some hundred requests.
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const mix = (hash: number, value: number): number => Math.imul(hash ^ value, FNV_PRIME);

function mixText(start: number, text: string): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = mix(hash, text.charCodeAt(at));
  return hash;
}
