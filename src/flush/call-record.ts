import type { ArgumentString } from "../model/argument-strings.ts";
import { type CapturedBatch, type CapturedCall, resultChars } from "../model/batch.ts";
import type { ToolCallRecord } from "../model/entries.ts";
import { recordOfCall } from "../model/record.ts";
import type { ShortRef } from "../model/refs.ts";
import { argumentEffects } from "./condense-arguments.ts";
import { stubText } from "./stub-text.ts";

/** What a record is made of, beside the call and its batch. */
export interface RecordParts {
  readonly call: CapturedCall;
  readonly batch: CapturedBatch;
  readonly ref: ShortRef;
  /** What the stub says about the result. */
  readonly lines: string;
  readonly due: readonly ArgumentString[];
  readonly nonce: string;
}

/** The record of a call with all that it changes; undefined when that is nothing. */
export function recordFor({ call, batch, ref, lines, due, nonce }: RecordParts): ToolCallRecord | undefined {
  const stub = stubText(ref, call, lines);
  const isShorter = stub.length < resultChars(call);
  const effects = argumentEffects(call, due, { ref, nonce });
  if (!isShorter && effects.length === 0) return undefined;
  return {
    ...recordOfCall(call, batch, ref),
    ...(isShorter && { stub }),
    ...(effects.length > 0 && { arguments: effects }),
  };
}
