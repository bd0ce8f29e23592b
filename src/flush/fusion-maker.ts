import type { Fuse } from "../chain/compress.ts";
import type { MadeRange } from "../model/entries.ts";
import { nameHash } from "../model/hash.ts";
import { NO_USAGE } from "../model/usage.ts";
import type { Summarizer } from "../summary/summarizer.ts";

export interface FusionMakerParts {
  readonly summarizer: Pick<Summarizer, "fuse">;
  /** What the user last wrote. */
  readonly userText: () => string | undefined;
  /** Aborts when there is no time left: what is not made by then is given up. */
  readonly hurry: () => AbortSignal;
  /** What an earlier run of the host paid for, by the summaries. */
  readonly kept: () => ReadonlyMap<string, MadeRange> | undefined;
}

/**
 * Makes one text of the summaries of a chain, ahead of the flush that will compress it or for a flush that waits. The
 * same summaries are never asked for twice, whatever came of it.
 */
export class FusionMaker {
  readonly #parts: FusionMakerParts;
  readonly #made = new Map<string, MadeRange>();

  constructor(parts: FusionMakerParts) {
    this.#parts = parts;
  }

  /** Asks the model for what is not made yet. */
  readonly make: Fuse = async (texts, options = {}) => {
    if (this.#madeOf(texts)) return this.take(texts);
    const { signal, onPaid } = options;
    const hurry = this.#parts.hurry();
    const userText = this.#parts.userText();
    const fused = await this.#parts.summarizer.fuse(texts, {
      signal: signal ? AbortSignal.any([signal, hurry]) : hurry,
      ...(userText !== undefined && { userText }),
    });
    // What was broken off says nothing about the summaries, nor does what was never asked.
    if (fused.ok || !(signal?.aborted || (hurry.aborted && fused.usage.calls === 0))) {
      const range = { hash: hashOf(texts), ...(fused.ok && { text: fused.text }) };
      this.#made.set(range.hash, range);
      if (fused.usage.calls > 0) onPaid?.(range, fused.usage);
    }
    return { ...(fused.ok && { text: fused.text }), usage: fused.usage };
  };

  /** What was made ahead: never waits. */
  readonly take: Fuse = async (texts) => {
    const text = this.#madeOf(texts)?.text;
    return { ...(text !== undefined && { text }), usage: NO_USAGE };
  };

  #madeOf(texts: readonly string[]): MadeRange | undefined {
    const hash = hashOf(texts);
    return this.#made.get(hash) ?? this.#parts.kept()?.get(hash);
  }
}

const hashOf = (texts: readonly string[]): string => nameHash(JSON.stringify(texts));
