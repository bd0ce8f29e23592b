import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import { exactHash, nameHash } from "../model/hash.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import { wellFormed } from "../model/text.ts";
import type {
  BatchSummary,
  SummarizeAll,
  SummarizeAllOptions,
  SummarizeOptions,
  SummaryResult,
} from "../ports.ts";
import { type Digest, digestSummary, NO_USAGE } from "../summary/digest-summary.ts";
import type { Summarizer } from "../summary/summarizer.ts";

interface Made {
  readonly source: BatchSummary["source"];
  readonly line: string;
  readonly remarks: string;
  /** `shownHash` of the call it was made from: one that was edited since is another one. */
  readonly shownHash: string;
  readonly basis: string;
}

export interface TextMakerParts {
  readonly summarizer: Pick<Summarizer, "summarizeAll">;
  readonly digest: Digest;
  /** What the user last wrote. */
  readonly userText: () => string | undefined;
  /** The settings a digest depends on, as a text: under others it is made anew. */
  readonly basis: () => string;
}

/**
 * Makes the texts of stubs, ahead of the flush that will use them or for a flush that waits. A text that a model was
 * asked for is never asked for again, whatever batch its call is in by then; and an answer that comes too late for its
 * flush never replaces what that flush committed.
 */
export class TextMaker {
  readonly #parts: TextMakerParts;
  readonly #made = new Map<OccurrenceKey, Made>();
  #hurry = new AbortController();

  constructor(parts: TextMakerParts) {
    this.#parts = parts;
  }

  /** What is not made by now is digested, and whoever waits for it is answered at once. */
  hurry(): void {
    this.#hurry.abort();
    this.#hurry = new AbortController();
  }

  /** Whether the text of a call is at hand. */
  readonly isMade = (call: CapturedCall): boolean => this.#textOf(call) !== undefined;

  /** Asks the model for what is not made yet. */
  readonly make: SummarizeAll = async (batches, options) => {
    const hurry = this.#hurry.signal;
    const asked = batches.flatMap((batch, place) => {
      const calls = batch.calls.filter((call) => !this.isMade(call));
      return calls.length > 0 ? [{ place, batch: { ...batch, calls } }] : [];
    });
    const places = new Set(asked.map(({ place }) => place));
    for (const [place, batch] of batches.entries())
      if (!places.has(place)) options.onDone?.(place, this.#take(batch));
    const made = await this.#parts.summarizer.summarizeAll(
      asked.map(({ batch }) => batch),
      (index) => this.#optionsFor(options, hurry, asked[index]?.place ?? index),
    );
    const results = new Map<number, SummaryResult>();
    for (const [index, { place, batch }] of asked.entries()) {
      const result = made[index];
      const whole = batches[place];
      if (!result || !whole) continue;
      results.set(place, this.#joined(result, { whole, asked: batch }, { options, hurry }));
    }
    return batches.map((batch, place) => results.get(place) ?? this.#take(batch));
  };

  /** What was made ahead, and the digest for everything else: never waits. */
  readonly takeOrDigest: SummarizeAll = (batches) => batches.map((batch) => this.#take(batch));

  /** `place` is that of the batch in the list that the caller knows. */
  #optionsFor(options: SummarizeAllOptions, hurry: AbortSignal, place: number): SummarizeOptions {
    const userText = this.#parts.userText();
    return {
      signal: options.signal ? AbortSignal.any([options.signal, hurry]) : hurry,
      onProgress: (chars) => options.onProgress?.(place, chars),
      onDone: (result) => options.onDone?.(place, result),
      ...(userText !== undefined && { userText }),
    };
  }

  /**
   * The answer for the calls of a batch that had no text, with the texts of the others. An answer that was given up for
   * the clock, not by the person, becomes a digest, for good: the model had its time.
   */
  #joined(
    result: SummaryResult,
    { whole, asked }: { readonly whole: CapturedBatch; readonly asked: CapturedBatch },
    { options, hurry }: { readonly options: SummarizeAllOptions; readonly hurry: AbortSignal },
  ): SummaryResult {
    if (result.ok) this.#remember(asked, result);
    else if (!hurry.aborted || options.signal?.aborted) return result;
    else this.#remember(asked, digestSummary(asked, this.#parts.digest));
    return { ...this.#take(whole), usage: result.usage };
  }

  #remember(batch: CapturedBatch, { source, lines, remarks }: BatchSummary): void {
    const basis = this.#parts.basis();
    for (const [index, call] of batch.calls.entries()) {
      const isLast = index === batch.calls.length - 1;
      this.#made.set(call.key, {
        source,
        line: lines[index] ?? "",
        remarks: isLast ? remarks : "",
        shownHash: shownHash(call),
        basis,
      });
    }
  }

  #textOf(call: CapturedCall): Made | undefined {
    const made = this.#made.get(call.key);
    if (made === undefined || made.shownHash !== shownHash(call)) return undefined;
    return made.source === "model" || made.basis === this.#parts.basis() ? made : undefined;
  }

  /** Calls without a text are digested, and only they: what a digest says counts as said. */
  #take(batch: CapturedBatch): SummaryResult {
    const made = batch.calls.map((call) => this.#textOf(call));
    const lines = batch.calls.map((call, index) => made[index]?.line ?? wellFormed(this.#parts.digest(call)));
    return {
      ok: true,
      source: made.some((text) => text?.source === "model") ? "model" : "digest",
      lines,
      remarks: made.flatMap((text) => (text?.remarks ? [text.remarks] : [])).join("\n"),
      usage: NO_USAGE,
    };
  }
}

const shownHash = ({ content, args }: CapturedCall): string =>
  `${exactHash(content)} ${nameHash(JSON.stringify(args))}`;
