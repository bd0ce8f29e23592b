import { type AssistantMessage, type ResultBlock, renderedChars } from "./message.ts";
import type { OccurrenceKey } from "./occurrence.ts";

/** One finished tool call with its result, before it is indexed. Content is the session's own: never change it. */
export interface CapturedCall {
  readonly key: OccurrenceKey;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly content: readonly ResultBlock[];
  readonly isError: boolean;
  readonly resultTimestamp: number;
  /** Position among results that share id and timestamp, from 0. */
  readonly ordinal: number;
  /** Another result of the session has the same id and timestamp: only the content tells them apart. */
  readonly hasTwin: boolean;
  /** The turn that made the call, where its batch holds those of several. */
  readonly turn?: Pick<CapturedBatch, "turnIndex" | "timestamp">;
  /** The message that made the call; absent when not found. */
  readonly assistant?: AssistantMessage;
  /** Session entries of the result and of the assistant message that made the call; absent when not found. */
  readonly entryId?: string;
  readonly assistantEntryId?: string;
}

/** The finished calls of one assistant message (or of one user-to-reply span), summarized together. */
export interface CapturedBatch {
  /** Number of the assistant message in the session, from 0; for display and for readers, never compared. */
  readonly turnIndex: number;
  /** When the assistant message started, in ms since 1970. */
  readonly timestamp: number;
  /** What the assistant said beside its calls. */
  readonly assistantText: string;
  readonly calls: readonly CapturedCall[];
}

/** A test of a call, with the batch that it is in. */
export type CallTest = (call: CapturedCall, batch: CapturedBatch) => boolean;

/** Rendered size of a call's result, in characters; an image counts as in `renderedChars`. */
export const resultChars = (call: CapturedCall): number => renderedChars(call.content);

export const rawChars = (batch: CapturedBatch): number =>
  batch.calls.reduce((sum, call) => sum + resultChars(call), 0);
