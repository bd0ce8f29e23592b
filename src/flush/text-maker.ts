import { saidHash } from "../chain/said-hash.ts";
import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import type { MadeText } from "../model/entries.ts";
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

export interface TextMakerParts {
  readonly summarizer: Pick<Summarizer, "summarizeAll">;
  readonly digest: Digest;
  /** What the user last wrote. */
  readonly userText: () => string | undefined;
  /** Names the settings a digest depends on: under others it is made anew. */
  readonly basis: () => string;
  /** What an earlier run of the host paid for. */
  readonly kept: () => ReadonlyMap<OccurrenceKey, MadeText> | undefined;
}

/** The calls of a batch that have no text yet; `place` is that of the batch in the list that the caller knows. */
interface Asked {
  readonly place: number;
  readonly batch: CapturedBatch;
}

/**
 * Makes the texts of stubs, ahead of the flush that will use them or for a flush that waits. A text that a model was
 * asked for is never asked for again, whatever batch its call is in by then; and an answer that comes too late for its
 * flush never replaces what that flush committed.
 */
export class TextMaker {
  readonly #parts: TextMakerParts;
  readonly #made = new Map<OccurrenceKey, MadeText>();
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
      (index) => this.#optionsFor(asked[index], options, hurry),
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

  #optionsFor(asked: Asked | undefined, options: SummarizeAllOptions, hurry: AbortSignal): SummarizeOptions {
    if (!asked) throw new Error("a summary that nobody asked for");
    const { place, batch } = asked;
    const userText = this.#parts.userText();
    return {
      signal: options.signal ? AbortSignal.any([options.signal, hurry]) : hurry,
      onProgress: (chars) => options.onProgress?.(place, chars),
      onDone: (result) => {
        // Not when all are there: what ends in between must not cost the texts that are.
        if (result.ok) this.#remember(batch, result, options);
        options.onDone?.(place, result);
      },
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
    if (!result.ok) {
      if (!hurry.aborted || options.signal?.aborted) return result;
      this.#remember(asked, { ...digestSummary(asked, this.#parts.digest), usage: result.usage }, options);
    }
    return { ...this.#take(whole), usage: result.usage };
  }

  #remember(batch: CapturedBatch, result: BatchSummary, { onPaid }: SummarizeAllOptions): void {
    const { source, lines, remarks, usage } = result;
    const basis = this.#parts.basis();
    const texts = batch.calls.map((call, index): MadeText => {
      const isLast = index === batch.calls.length - 1;
      return {
        toolCallId: call.toolCallId,
        ...(Number.isFinite(call.resultTimestamp) && { resultTimestamp: call.resultTimestamp }),
        ...(call.ordinal > 0 && { ordinal: call.ordinal }),
        hash: shownHash(call),
        source,
        line: lines[index] ?? "",
        remarks: isLast ? remarks : "",
        basis,
      };
    });
    for (const [index, { key }] of batch.calls.entries()) {
      const text = texts[index];
      if (text) this.#made.set(key, text);
    }
    if (usage.calls > 0) onPaid?.(texts);
  }

  #textOf(call: CapturedCall): MadeText | undefined {
    const made = this.#made.get(call.key) ?? this.#parts.kept()?.get(call.key);
    if (made === undefined || made.hash !== shownHash(call)) return undefined;
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

/** Of all that the prompt showed of a call: one that was edited since is another one. */
const shownHash = ({ content, args, assistant }: CapturedCall): string =>
  nameHash(JSON.stringify([exactHash(content), args, assistant && saidHash([assistant])]));
