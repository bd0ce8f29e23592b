import { type CapturedBatch, type CapturedCall, resultChars } from "../model/batch.ts";
import { textOf } from "../model/message.ts";
import { wellFormed } from "../model/text.ts";
import type { Digest } from "./digest-summary.ts";
import { statingFailure } from "./failure.ts";
import { splitAnswer } from "./labels.ts";
import { isIntroduction, type Suspicion, suspicionOf } from "./suspicion.ts";

/** What a model wrote about a batch. */
export interface Answer {
  readonly text: string;
  /** True when it ended at a limit, in the middle of a sentence. */
  readonly truncated: boolean;
}

/** Why a call got its digest instead of what the model wrote. */
export type Flaw = Suspicion | "unlabelled" | "truncated" | "too-long";

export interface ReviewedAnswer {
  /** One well-formed text per call, in order. */
  readonly lines: readonly string[];
  readonly remarks: string;
  /** Per call; undefined where the model's own text stands. */
  readonly flaws: readonly (Flaw | undefined)[];
}

export interface ReviewContext {
  readonly digest: Digest;
  /** Everything that was sent to the model. */
  readonly prompt: string;
}

/** The texts of an answer that can stand in the results' places; each one that cannot is replaced by its digest. */
export function reviewAnswer(answer: Answer, batch: CapturedBatch, context: ReviewContext): ReviewedAnswer {
  const toolNames = batch.calls.map(({ toolName }) => toolName);
  const split = splitAnswer(wellFormed(answer.text), toolNames);
  const isCut = (section: number | "remarks") => answer.truncated && split.last === section;

  const flaws = batch.calls.map((call, index) => {
    const text = split.lines[index];
    if (text === undefined) return "unlabelled";
    return isCut(index) ? "truncated" : flawOf(text, call, context.prompt);
  });
  const lines = batch.calls.map((call, index) => {
    const own = flaws[index] === undefined ? split.lines[index] : undefined;
    return wellFormed(statingFailure(call, own ?? context.digest(call)));
  });
  const isGood = !isCut("remarks") && suspicionOf(split.remarks, [context.prompt]) === undefined;
  return { lines, remarks: isGood && !isIntroduction(split.remarks) ? split.remarks : "", flaws };
}

function flawOf(text: string, call: CapturedCall, prompt: string): Flaw | undefined {
  const suspicion = suspicionOf(text, [textOf(call.content), prompt]);
  if (suspicion !== undefined) return suspicion;
  return text.length >= resultChars(call) ? "too-long" : undefined;
}
