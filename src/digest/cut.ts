import { head } from "../model/text.ts";

// Long enough for any emoji family or stacked accents worth keeping whole.
const CLUSTER_CHARS = 64;

// Building a segmenter costs milliseconds: one, made at the first cut.
let segmenter: Intl.Segmenter | undefined;

/** The first `max` UTF-16 units at most, ending between two characters as people see them. */
export function cutHead(text: string, max: number): string {
  if (text.length <= max) return text;
  const near = Math.max(0, max - CLUSTER_CHARS);
  if (isSimple(text, near, max + CLUSTER_CHARS)) return text.slice(0, Math.max(0, max));
  const start = boundaryBefore(text, near);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let end = start;
  for (const { index, segment } of segmenter.segment(text.slice(start, max + CLUSTER_CHARS))) {
    if (start + index + segment.length > max) break;
    end = start + index + segment.length;
  }
  return end < near ? head(text, max) : text.slice(0, end);
}

function isSimple(text: string, start: number, end: number): boolean {
  for (let i = start; i < Math.min(text.length, end); i++) if (text.charCodeAt(i) >= 0x300) return false;
  return true;
}

// Nothing joins a plain letter, an ideograph or (but for loose jamo) a Korean syllable to what stands in front of it;
// where flags stand in a row, only the beginning of the row tells which halves belong together.
function boundaryBefore(text: string, from: number): number {
  let at = from;
  while (at > 0 && !beginsCluster(text.charCodeAt(at), text.charCodeAt(at - 1))) at--;
  return at;
}

const beginsCluster = (code: number, before: number): boolean =>
  (code >= 0x20 && code < 0x300) ||
  (code >= 0x3400 && code < 0xa000) ||
  (code >= 0xac00 && code < 0xd7a4 && before >= 0xac00 && before < 0xd7a4);

/** A line of at most `max` UTF-16 units, cut with an ellipsis. */
export function shorten(line: string, max: number): string {
  return line.length <= max ? line : `${cutHead(line, max - 1)}…`;
}
