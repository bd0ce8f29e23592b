import type { CapturedBatch } from "./model/batch.ts";
import type { PruneEntry } from "./model/entries.ts";
import type { ShortRef } from "./model/refs.ts";

/** Appends an entry to the session. Throws when the host refuses it. */
export type Append = (entry: PruneEntry) => void;

/** The clock, in ms since 1970. */
export type Now = () => number;

/** Tokens and dollars of model calls, over all attempts. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cost: number;
  readonly calls: number;
}

/** What a summarizer made of one batch. `lines` has one text per call of the batch, in order. */
export interface BatchSummary {
  readonly source: "digest" | "model";
  readonly lines: readonly string[];
  /** Text that belongs to no single call; "" when there is none. */
  readonly remarks: string;
  readonly usage: Usage;
}

export type SummaryResult =
  | ({ readonly ok: true } & BatchSummary)
  | {
      readonly ok: false;
      readonly reason: "aborted" | "failed";
      readonly message: string;
      readonly usage: Usage;
    };

export interface SummarizeOptions {
  readonly signal?: AbortSignal;
  /** Characters of answer text received so far. */
  readonly onProgress?: (chars: number) => void;
}

export type Summarize = (
  batch: CapturedBatch,
  options: SummarizeOptions,
) => SummaryResult | Promise<SummaryResult>;

/** Hands out names that no entry of the whole session file has used. */
export interface Names {
  nextRef(): ShortRef;
  nextBlock(): string;
}
