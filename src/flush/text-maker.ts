import type { CapturedBatch } from "../model/batch.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
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
}

/**
 * Makes the texts of stubs, ahead of the flush that will use them or for a flush that waits. A text that was made is
 * never made again, and an answer that comes too late for its flush never replaces what that flush committed.
 */
export class TextMaker {
  readonly #summarizer: Pick<Summarizer, "summarizeAll">;
  readonly #digest: Digest;
  readonly #userText: () => string | undefined;
  readonly #made = new Map<OccurrenceKey, Made>();
  #hurry = new AbortController();

  constructor(
    summarizer: Pick<Summarizer, "summarizeAll">,
    digest: Digest,
    userText: () => string | undefined,
  ) {
    this.#summarizer = summarizer;
    this.#digest = digest;
    this.#userText = userText;
  }

  /** What is not made by now is digested, and whoever waits for it is answered at once. */
  hurry(): void {
    this.#hurry.abort();
    this.#hurry = new AbortController();
  }

  /** Whether a flush could have the texts of all these batches at once. */
  isReady(batches: readonly CapturedBatch[]): boolean {
    return batches.every((batch) => batch.calls.every(({ key }) => this.#made.has(key)));
  }

  /** Asks the model for what is not made yet. */
  readonly make: SummarizeAll = async (batches, options) => {
    const hurry = this.#hurry.signal;
    const places = batches.flatMap((batch, place) => (this.isReady([batch]) ? [] : [place]));
    const missing = batches.filter((_, place) => places.includes(place));
    for (const [place, batch] of batches.entries())
      if (!places.includes(place)) options.onDone?.(place, this.#take(batch));
    const results = new Map<CapturedBatch, SummaryResult>();
    const made = await this.#summarizer.summarizeAll(missing, (index) =>
      this.#optionsFor(options, hurry, places[index] ?? index),
    );
    for (const [index, batch] of missing.entries()) {
      const result = made[index];
      if (result?.ok) this.#remember(batch, result);
      if (result) results.set(batch, this.#insteadOf(result, batch, options, hurry));
    }
    return batches.map((batch) => results.get(batch) ?? this.#take(batch));
  };

  /** What was made ahead, and the digest for everything else: never waits. */
  readonly takeOrDigest: SummarizeAll = (batches) => batches.map((batch) => this.#take(batch));

  /** `place` is that of the batch in the list that the caller knows. */
  #optionsFor(options: SummarizeAllOptions, hurry: AbortSignal, place: number): SummarizeOptions {
    const userText = this.#userText();
    return {
      signal: options.signal ? AbortSignal.any([options.signal, hurry]) : hurry,
      onProgress: (chars) => options.onProgress?.(place, chars),
      onDone: (result) => options.onDone?.(place, result),
      ...(userText !== undefined && { userText }),
    };
  }

  /** An answer that was given up for the clock, not by the person, becomes a digest. */
  #insteadOf(
    result: SummaryResult,
    batch: CapturedBatch,
    { signal }: SummarizeAllOptions,
    hurry: AbortSignal,
  ): SummaryResult {
    if (result.ok || !hurry.aborted || signal?.aborted) return result;
    return { ok: true, ...digestSummary(batch, this.#digest, result.usage) };
  }

  #remember(batch: CapturedBatch, { source, lines, remarks }: BatchSummary): void {
    for (const [index, call] of batch.calls.entries()) {
      const isLast = index === batch.calls.length - 1;
      this.#made.set(call.key, { source, line: lines[index] ?? "", remarks: isLast ? remarks : "" });
    }
  }

  #take(batch: CapturedBatch): SummaryResult {
    const digested = digestSummary(batch, this.#digest);
    const made = batch.calls.map(({ key }) => this.#made.get(key));
    return {
      ok: true,
      source: made.some((text) => text?.source === "model") ? "model" : "digest",
      lines: made.map((text, index) => text?.line ?? digested.lines[index] ?? ""),
      remarks: made.flatMap((text) => (text?.remarks ? [text.remarks] : [])).join("\n"),
      usage: NO_USAGE,
    };
  }
}
