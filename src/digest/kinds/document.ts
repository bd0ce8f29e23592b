import { type Findings, findings, type Point } from "../findings.ts";
import type { Source } from "../source.ts";

const MIN_HEADINGS = 3;
const HEADINGS_SHARE = 0.8;

/** A file: the headings of prose with their lines; of code, what it defines and names. */
export function document({ call, lines }: Source): Findings {
  const numbered = numberedLines(lines);
  const firstLine = numbered?.first ?? firstLineOf(call.args);
  const headings: Point[] = [];
  for (const [line, raw] of lines.entries()) {
    const text = numbered === undefined ? raw : raw.replace(LINE_NUMBER, "");
    if (isHeading(text)) headings.push({ line, text: `${line + firstLine} ${text.trim()}` });
  }
  const fill = headings.length >= MIN_HEADINGS ? headings : [];
  return findings({ fill, lineShare: HEADINGS_SHARE, quotes: false, firstLine });
}

const isHeading = (text: string) => text.charCodeAt(0) === 35 && /^#{1,4} \S/.test(text.slice(0, 8));

/** Number of the first line of a read: hosts take `offset` from 1. */
function firstLineOf({ offset }: Readonly<Record<string, unknown>>): number {
  return typeof offset === "number" && Number.isFinite(offset) && offset > 0 ? Math.floor(offset) : 1;
}

// `cat -n`, and readers that number lines so that edits can name them: `  12\ttext`, ` 12ab|text`.
const LINE_NUMBER = /^[ *]{0,8}(\d{1,7})(?:[a-z]{2}\||\t|→|: | \| )/;
const SAMPLE = 5;

/** The number of the first line, when the lines bear their numbers. */
function numberedLines(lines: readonly string[]): { readonly first: number } | undefined {
  const sample = lines.filter((line) => line.trim() !== "").slice(0, SAMPLE);
  if (sample.length === 0 || !sample.every((line) => LINE_NUMBER.test(line))) return undefined;
  const at = lines.indexOf(sample[0] ?? "");
  return { first: Number(LINE_NUMBER.exec(sample[0] ?? "")?.[1]) - at };
}
