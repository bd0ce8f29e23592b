import type { CapturedBatch } from "./model/batch.ts";
import type { BranchMessage } from "./model/branch.ts";
import type { MadeText, PruneEntry, StateEntry } from "./model/entries.ts";
import type { OccurrenceKey } from "./model/occurrence.ts";

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
  /** Characters of answer text received so far; 0 when a call goes out. */
  readonly onProgress?: (chars: number) => void;
  /** The summary is made, or given up. */
  readonly onDone?: (result: SummaryResult) => void;
  /** What the user last wrote: a model answers in its language. */
  readonly userText?: string;
}

export type Summarize = (
  batch: CapturedBatch,
  options: SummarizeOptions,
) => SummaryResult | Promise<SummaryResult>;

export interface SummarizeAllOptions {
  readonly signal?: AbortSignal;
  /** Characters of answer text received so far for one of the batches; 0 when a call for it goes out. */
  readonly onProgress?: (batch: number, chars: number) => void;
  /** One batch is done. */
  readonly onDone?: (batch: number, result: SummaryResult) => void;
  /** Texts that were paid for, as soon as they are there. */
  readonly onPaid?: (texts: readonly MadeText[], usage: Usage) => void;
}

/** One result per batch, in the order of the batches, whatever the order of their completion. */
export type SummarizeAll = (
  batches: readonly CapturedBatch[],
  options: SummarizeAllOptions,
) => readonly SummaryResult[] | Promise<readonly SummaryResult[]>;

/** A file that holds the text of one result, or why there is none. */
export type BlobFile =
  | { readonly ok: true; readonly path: string; readonly bytes: number }
  | { readonly ok: false; readonly message: string };

/** The files beside a session that hold what is too large to be sent. */
export interface Blobs {
  /** Puts `text` in UTF-8 into the file of `key`, the same for the same key. Never throws. */
  write(key: OccurrenceKey, text: string): BlobFile;
}

/** One session of the host, as long as its branch is the active one. */
export interface HostSession {
  readonly append: Append;
  /** The active branch with all edits applied. Reads every entry of it: for flushes, not for every event. */
  readonly branch: () => readonly BranchMessage[];
  /** Our entries and the host's compactions on the active branch. */
  readonly branchEntries: () => Iterable<StateEntry>;
  /** Our entries in the whole file, whatever branch they are on. */
  readonly fileEntries: () => Iterable<PruneEntry>;
  /** What the host's summaries of branches and compactions say, in the whole file. */
  readonly fileSummaries: () => Iterable<string>;
  /**
   * Whether what is the end of the branch now is still on it when the answer is asked for. Hosts move to another branch
   * before they tell extensions.
   */
  readonly mark: () => () => boolean;
  /** Undefined where the session itself is not kept. */
  readonly blobs: Blobs | undefined;
}

/** Something a person should know, said once per cause by whoever shows it. */
export interface Notice {
  readonly kind:
    | "summarizer-failed"
    | "summarizer-stalled"
    | "fallback-entered"
    | "fallback-recovered"
    | "summarizer-model"
    | "digest-failed"
    | "other-provider";
  readonly level: "info" | "warning" | "error";
  readonly text: string;
}

export type Notify = (notice: Notice) => void;

/** One question to a model. */
export interface ModelRequest {
  readonly system: string;
  readonly prompt: string;
  /** Tokens the answer may have, thinking not counted. */
  readonly answerTokens: number;
  readonly signal?: AbortSignal | undefined;
  /** Characters of answer text received so far. */
  readonly onProgress?: ((chars: number) => void) | undefined;
}

/**
 * Why a call gave no text. `auth`: no usable credentials. `transient`: the provider is down, overloaded or limits the
 * rate. `stalled`: a time limit passed. `context-length`: the prompt was too long. `unusable`: refused as it is, or
 * answered by something other than text. `aborted`: by the caller's signal.
 */
export type CallFailure = "auth" | "transient" | "stalled" | "context-length" | "unusable" | "aborted";

export type CallOutcome =
  | { readonly kind: "text"; readonly text: string; readonly truncated: boolean; readonly usage: Usage }
  | {
      readonly kind: "failed";
      readonly reason: CallFailure;
      readonly message: string;
      readonly usage: Usage;
    };

/** A model that can be asked for summaries. */
export interface SummaryModel {
  /** `provider/id`. */
  readonly name: string;
  readonly provider: string;
  /** Tokens that prompt and answer may have together. */
  readonly window: number;
  /** Never rejects. */
  call(request: ModelRequest): Promise<CallOutcome>;
}

/** The models of one flush, taken from the host when it begins. */
export interface SummaryModels {
  readonly primary: SummaryModel;
  /** The session's model, when it is another one than `primary`. */
  readonly session?: SummaryModel;
  /** Provider of the session's model. */
  readonly sessionProvider?: string;
  /** What went wrong when the configured model was looked up. */
  readonly warning?: Notice;
}
