import { head } from "../model/text.ts";

// Long enough for any emoji family or stacked accents worth keeping whole.
const CLUSTER_CHARS = 64;

// Building a segmenter costs milliseconds: one, made at the first cut.
let segmenter: Intl.Segmenter | undefined;

/** The first `max` UTF-16 units at most, ending between two characters as people see them. */
export function cutHead(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = head(text, Math.max(0, max - CLUSTER_CHARS)).length;
  const around = text.slice(start, max + CLUSTER_CHARS);
  if (isSimple(around)) return text.slice(0, max);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let end = start;
  for (const { index, segment } of segmenter.segment(around)) {
    if (start + index + segment.length > max) break;
    end = start + index + segment.length;
  }
  return text.slice(0, end);
}

const isSimple = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x300) return false;
  return true;
};

/** A line of at most `max` UTF-16 units, cut with an ellipsis. */
export function shorten(line: string, max: number): string {
  return line.length <= max ? line : `${cutHead(line, max - 1)}…`;
}
