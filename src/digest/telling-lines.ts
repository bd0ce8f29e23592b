import type { Candidate } from "./candidates.ts";
import type { Point } from "./findings.ts";
import { templateOf } from "./templates.ts";
import { worthOf } from "./worth.ts";

const MAX_LINES = 60;
const CHARS_PER_TOKEN = 3;
const MAX_CHARS = 200;
const MAX_ALIKE = 2;
const LEAST_WORTH = 0.1;

/** The lines that introduce most words nobody else holds, for their size; most telling first. */
export function tellingLines(lines: readonly string[], candidates: readonly Candidate[]): readonly Point[] {
  const worths = new Map<number, number>();
  for (const candidate of candidates)
    worths.set(candidate.line, (worths.get(candidate.line) ?? 0) + worthOf(candidate));
  const weighed = [...worths].map(([line, worth]) => {
    const text = (lines[line] ?? "").trim();
    return { line, text, worth: text.length > MAX_CHARS ? 0 : worth / (2 + text.length / CHARS_PER_TOKEN) };
  });
  weighed.sort((a, b) => b.worth - a.worth || a.line - b.line);
  const seen = new Map<number, number>();
  const different = weighed.filter(({ text, worth }) => {
    const times = (seen.get(templateOf(text)) ?? 0) + 1;
    seen.set(templateOf(text), times);
    return worth > LEAST_WORTH && times <= MAX_ALIKE;
  });
  return different.slice(0, MAX_LINES);
}
