import type { ResultBlock } from "../model/message.ts";
import type { Archive } from "./archive.ts";
import type { Known } from "./find.ts";
import type { TimeLimit } from "./scan.ts";

/** What the model asks for. */
export interface Query {
  readonly toolCallIds: readonly string[];
  /** A JavaScript regular expression, or plain text where it is none. */
  readonly pattern?: string | undefined;
  /** Lines around each match. */
  readonly context?: number | undefined;
  /** A part of the output, in one of the `RANGE_FORMS`. */
  readonly lines?: string | undefined;
  /** The arguments instead of the output. */
  readonly args?: boolean | undefined;
}

/** Where answers come from, as of now: taken afresh for each query. */
export interface Sources {
  readonly known: Known;
  readonly archive: Archive;
  readonly limit: TimeLimit;
}

/** What a query came to, in names and numbers; plain JSON. */
export interface AnswerDetails {
  /** The calls that are in the answer, as they are headed there. */
  readonly refs: readonly string[];
  /** Of those, how many could not be had. */
  readonly missing: number;
  /** Names that stand for no call. */
  readonly unknown: number;
  readonly images: number;
  /** UTF-8 bytes of text. */
  readonly bytes: number;
  /** Lines that matched; only with a pattern. */
  readonly matchingLines?: number;
}

export type Answer =
  | { readonly ok: true; readonly content: readonly ResultBlock[]; readonly details: AnswerDetails }
  /** Nothing of what was asked can be answered; `message` says why and what to ask instead. */
  | { readonly ok: false; readonly message: string };
