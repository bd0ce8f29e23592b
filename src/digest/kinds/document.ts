import { type Findings, findings, type Point } from "../findings.ts";
import type { Source } from "../source.ts";

const MIN_HEADINGS = 3;
const HEADINGS_SHARE = 0.8;

/** A file: the headings of prose with their lines; of code, what it defines and names. */
export function document({ call, lines }: Source): Findings {
  const firstLine = firstLineOf(call.args);
  const headings: Point[] = [];
  for (const [line, text] of lines.entries())
    if (isHeading(text)) headings.push({ line, text: `${line + firstLine} ${text.trim()}` });
  const fill = headings.length >= MIN_HEADINGS ? headings : [];
  return findings({ fill, lineShare: HEADINGS_SHARE, quotes: false, firstLine });
}

const isHeading = (text: string) => text.charCodeAt(0) === 35 && /^#{1,4} \S/.test(text.slice(0, 8));

/** Number of the first line of a read: hosts take `offset` from 1. */
function firstLineOf({ offset }: Readonly<Record<string, unknown>>): number {
  return typeof offset === "number" && Number.isFinite(offset) && offset > 0 ? Math.floor(offset) : 1;
}
