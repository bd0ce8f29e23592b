import type { Candidate } from "./candidates.ts";
import { CAPITALIZED, IDENTIFIER, NUMBER, PATH, PLAIN } from "./words.ts";

// How much likelier each trait makes it that a later message uses a word again, measured on recorded sessions.
const KIND_WORTH: Readonly<Record<number, number>> = {
  [PLAIN]: 0.5,
  [NUMBER]: 0.3,
  [CAPITALIZED]: 0.2,
  [IDENTIFIER]: 1,
  [PATH]: 1.6,
};
const DEFINED_WORTH = { body: 3, value: 2 };
const TOPICAL_WORTH = 3;
const CALLED_WORTH = 1.8;
const MAX_REPETITION_WORTH = 3;

/** The worth of keeping a word, in units of a plain identifier's. */
export function worthOf({ kind, count, defines, topical, called }: Candidate): number {
  let worth = KIND_WORTH[kind] ?? 0;
  if (defines !== undefined) worth *= DEFINED_WORTH[defines];
  if (topical) worth *= TOPICAL_WORTH;
  if (called) worth *= CALLED_WORTH;
  return worth * Math.min(MAX_REPETITION_WORTH, 0.5 + count / 2);
}
