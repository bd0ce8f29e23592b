import type { ToolCallRecord } from "../model/entries.ts";
import type { ResultBlock } from "../model/message.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import type { ShortRef } from "../model/refs.ts";

/** One archived call as the session holds it, with the session's edits applied. Content is the session's own. */
export interface ArchivedCall {
  readonly key: OccurrenceKey;
  readonly ref?: ShortRef;
  readonly toolName: string;
  /** The arguments as the model wrote them; undefined when nobody holds them any more. */
  readonly args: unknown;
  readonly content: readonly ResultBlock[];
  readonly isError: boolean;
  readonly turnIndex?: number;
  /** ms since 1970. */
  readonly resultTimestamp?: number;
  /** What a reader has to know about where the content comes from, as one sentence. */
  readonly note?: string;
}

/** A call whose output cannot be had. */
export interface MissingCall {
  /** What happened and what is still known, as sentences for the model. */
  readonly missing: string;
  /** The beginning of the output, where that was kept. */
  readonly preview?: string;
  readonly args: unknown;
}

/** Reads originals as the session stands. Ask for a new one per query: it may remember what it has looked up. */
export interface Archive {
  /** Never throws. `key` names the occurrence; an alias without a record of its own comes with its original's. */
  read(key: OccurrenceKey, record: ToolCallRecord): ArchivedCall | MissingCall;
}

export const isMissing = (call: ArchivedCall | MissingCall): call is MissingCall => "missing" in call;
