import type { Fuse } from "../chain/compress.ts";
import { nameHash } from "../model/hash.ts";
import { NO_USAGE } from "../summary/digest-summary.ts";
import type { Summarizer } from "../summary/summarizer.ts";

/**
 * Makes one text of the summaries of a chain, ahead of the flush that will compress it or for a flush that waits. The
 * same summaries are never asked for twice, whatever came of it.
 */
export class FusionMaker {
  readonly #summarizer: Pick<Summarizer, "fuse">;
  readonly #userText: () => string | undefined;
  /** By the summaries; undefined where no text came of them. */
  readonly #made = new Map<string, string | undefined>();

  constructor(summarizer: Pick<Summarizer, "fuse">, userText: () => string | undefined) {
    this.#summarizer = summarizer;
    this.#userText = userText;
  }

  /** Asks the model for what is not made yet. */
  readonly make: Fuse = async (texts, signal) => {
    const name = nameOf(texts);
    if (this.#made.has(name)) return this.take(texts);
    const userText = this.#userText();
    const fused = await this.#summarizer.fuse(texts, {
      ...(signal && { signal }),
      ...(userText !== undefined && { userText }),
    });
    // What was broken off says nothing about the summaries.
    if (fused.ok || !signal?.aborted) this.#made.set(name, fused.ok ? fused.text : undefined);
    return { ...(fused.ok && { text: fused.text }), usage: fused.usage };
  };

  /** What was made ahead: never waits. */
  readonly take: Fuse = async (texts) => {
    const text = this.#made.get(nameOf(texts));
    return { ...(text !== undefined && { text }), usage: NO_USAGE };
  };
}

const nameOf = (texts: readonly string[]): string => nameHash(JSON.stringify(texts));
