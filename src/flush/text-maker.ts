import { saidHash } from "../chain/said-hash.ts";
import type { CallTest, CapturedBatch, CapturedCall } from "../model/batch.ts";
import type { MadeText } from "../model/entries.ts";
import { exactHash, nameHash } from "../model/hash.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import { recordedName } from "../model/record.ts";
import { wellFormed } from "../model/text.ts";
import { NO_USAGE } from "../model/usage.ts";
import type {
  BatchSummary,
  SummarizeAll,
  SummarizeAllOptions,
  SummarizeOptions,
  SummaryResult,
} from "../ports.ts";
import type { Kept } from "../state/names.ts";
import { type Digest, digestSummary } from "../summary/digest-summary.ts";
import type { Summarizer } from "../summary/summarizer.ts";

export interface TextMakerParts {
  readonly summarizer: Pick<Summarizer, "summarizeAll">;
  readonly digest: Digest;
  /** What the user last wrote. */
  readonly userText: () => string | undefined;
  /** Names the settings a digest depends on: under others it is made anew. */
  readonly basis: () => string;
  /** Aborts when there is no time left: what is not made by then is digested. */
  readonly hurry: () => AbortSignal;
  /** What the session knows: the texts that an earlier run of the host paid for, and what was no gain. */
  readonly kept: () => Pick<Kept, "texts" | "skips"> | undefined;
}

/** The calls of a batch that have no text yet; `place` is that of the batch in the list that the caller knows. */
interface Asked {
  readonly place: number;
  readonly batch: CapturedBatch;
  /** Hashes of all replies that the batch is about. */
  readonly said: readonly string[];
}

/**
 * Makes the texts of stubs, ahead of the flush that will use them or for a flush that waits. A text that a model was
 * asked for is never asked for again, whatever batch its call is in by then; and an answer that comes too late for its
 * flush never replaces what that flush committed.
 */
export class TextMaker {
  readonly #parts: TextMakerParts;
  readonly #made = new Map<OccurrenceKey, MadeText>();

  constructor(parts: TextMakerParts) {
    this.#parts = parts;
  }

  /** Whether the text of a call of a batch is at hand. */
  readonly isMade: CallTest = (call, batch) => this.#textOf(call, batch) !== undefined;

  /** Asks the model for what is not made yet. */
  readonly make: SummarizeAll = async (batches, options) => {
    const hurry = this.#parts.hurry();
    const asked = batches.flatMap((batch, place) => {
      const calls = batch.calls.filter((call) => !this.isMade(call, batch));
      return calls.length > 0 ? [{ place, batch: { ...batch, calls }, said: saidIn(batch) }] : [];
    });
    const places = new Set(asked.map(({ place }) => place));
    for (const [place, batch] of batches.entries())
      if (!places.has(place)) options.onDone?.(place, this.#take(batch));
    const made = await this.#parts.summarizer.summarizeAll(
      asked.map(({ batch }) => batch),
      (index) => this.#optionsFor(asked[index], options, hurry),
    );
    const results = new Map<number, SummaryResult>();
    for (const [index, each] of asked.entries()) {
      const result = made[index];
      const whole = batches[each.place];
      if (!result || !whole) continue;
      results.set(each.place, this.#joined(result, { whole, asked: each }, { options, hurry }));
    }
    return batches.map((batch, place) => results.get(place) ?? this.#take(batch));
  };

  /** What was made ahead, and the digest for everything else: never waits. */
  readonly takeOrDigest: SummarizeAll = (batches) => batches.map((batch) => this.#take(batch));

  #optionsFor(asked: Asked | undefined, options: SummarizeAllOptions, hurry: AbortSignal): SummarizeOptions {
    if (!asked) throw new Error("a summary that nobody asked for");
    const { place } = asked;
    const userText = this.#parts.userText();
    return {
      signal: options.signal ? AbortSignal.any([options.signal, hurry]) : hurry,
      onProgress: (chars) => options.onProgress?.(place, chars),
      onDone: (result) => {
        // Not when all are there: what ends in between must not cost the texts that are.
        if (result.ok) this.#remember(asked, result, options);
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
    { whole, asked }: { readonly whole: CapturedBatch; readonly asked: Asked },
    { options, hurry }: { readonly options: SummarizeAllOptions; readonly hurry: AbortSignal },
  ): SummaryResult {
    if (!result.ok) {
      if (!hurry.aborted || options.signal?.aborted) return result;
      const digested = digestSummary(asked.batch, this.#parts.digest);
      this.#remember(asked, { ...digested, usage: result.usage }, options);
    }
    return { ...this.#take(whole), usage: result.usage };
  }

  #remember({ batch, said }: Asked, result: BatchSummary, { onPaid }: SummarizeAllOptions): void {
    const { source, lines, remarks, usage } = result;
    const basis = this.#parts.basis();
    const hashes = batch.calls.map(shownHash);
    const texts = batch.calls.map((call, index): MadeText => {
      const isAbout = remarks !== "" && index === batch.calls.length - 1;
      return {
        ...recordedName(call),
        hash: hashes[index] ?? "",
        source,
        line: lines[index] ?? "",
        remarks: isAbout ? remarks : "",
        basis,
        ...(source === "model" && said.length > 1 && { said: [...said] }),
        ...(isAbout && { about: hashes }),
      };
    });
    for (const [index, { key }] of batch.calls.entries()) {
      const text = texts[index];
      if (text) this.#made.set(key, text);
    }
    if (usage.calls > 0) onPaid?.(texts, usage);
  }

  #textOf(call: CapturedCall, batch: CapturedBatch): MadeText | undefined {
    const kept = this.#parts.kept();
    const made = this.#made.get(call.key) ?? kept?.texts.get(call.key);
    if (made === undefined || made.hash !== shownHash(call)) return undefined;
    if (made.said !== undefined && !isAmong(made.said, saidIn(batch))) return undefined;
    // A call that was passed over with this text comes back for another one.
    const isForGood = made.source === "model" && kept?.skips.has(call.key) !== true;
    return isForGood || made.basis === this.#parts.basis() ? made : undefined;
  }

  /** Calls without a text are digested, and only they: what a digest says counts as said. */
  #take(batch: CapturedBatch): SummaryResult {
    const made = batch.calls.map((call) => this.#textOf(call, batch));
    const lines = batch.calls.map((call, index) => made[index]?.line ?? wellFormed(this.#parts.digest(call)));
    return {
      ok: true,
      source: made.some((text) => text?.source === "model") ? "model" : "digest",
      lines,
      remarks: made.flatMap((text) => remarksOf(text, batch)).join("\n"),
      usage: NO_USAGE,
    };
  }
}

/** What a text says of its whole batch, where all of that is as it was. */
function remarksOf(made: MadeText | undefined, batch: CapturedBatch): readonly string[] {
  if (!made?.remarks || !isAmong(made.about ?? [], batch.calls.map(shownHash))) return [];
  return [made.remarks];
}

const isAmong = (some: readonly string[], all: readonly string[]): boolean =>
  some.every((each) => all.includes(each));

/** Of all that the prompt showed of a call: one that was edited since is another one. */
const shownHash = ({ content, args, assistant }: CapturedCall): string =>
  nameHash(JSON.stringify([exactHash(content), args, assistant && saidHash([assistant])]));

/** Of each reply that a prompt about a batch shows. */
const saidIn = ({ calls }: CapturedBatch): readonly string[] => {
  const replies = new Set(calls.flatMap(({ assistant }) => assistant ?? []));
  return [...replies].map((reply) => saidHash([reply]));
};
