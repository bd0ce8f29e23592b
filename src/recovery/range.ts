import { characterStart, type Lines, lineEnd, lineStart, positionAt, type Span } from "./lines.ts";

/** Part of an output as it was asked for. Negative lines count from the end; -1 is the last. */
export type Range =
  | {
      readonly kind: "lines";
      readonly from: number;
      readonly fromChar: number;
      /** Undefined: up to the end of the text. */
      readonly to?: number;
      /** Undefined: up to the end of line `to`. */
      readonly toChar?: number;
    }
  | { readonly kind: "images"; readonly from: number; readonly to: number };

export const RANGE_FORMS =
  '"120-180", "120-", "-40" (the last 40), "-100--50" (from the end), "12:0-4000" (characters of line 12), ' +
  '"12:4000-15:" (from a character of line 12 to the end of line 15), "images:1-4"';

/** Reads the `lines` parameter; undefined when it has none of the `RANGE_FORMS`. */
export function parseRange(text: string): Range | undefined {
  const plain = text
    .slice(0, 200)
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\s+/g, "")
    .replace(/^lines?[:=]?/, "")
    .replace(/\.{2,3}|\u2026/, "-")
    .replace(/l(?=-?\d)/g, "");
  return imageRange(plain) ?? characterRange(plain) ?? lineRange(plain);
}

function imageRange(text: string): Range | undefined {
  const parts = /^images?:(\d{1,9})(?:-(\d{1,9}))?$/.exec(text);
  return parts ? { kind: "images", from: Number(parts[1]), to: Number(parts[2] ?? parts[1]) } : undefined;
}

function characterRange(text: string): Range | undefined {
  const parts = /^(-?\d{1,9}):(\d{0,12})-(?:(-?\d{1,9}):)?(\d{0,12})$/.exec(text);
  if (!parts) return undefined;
  const [, from, fromChar, toLine, toChar] = parts;
  const start = { kind: "lines", from: Number(from) || 1, fromChar: Number(fromChar || 0) } as const;
  if (!toLine && !toChar) return start;
  return { ...start, to: Number(toLine ?? from) || 1, ...(toChar && { toChar: Number(toChar) }) };
}

function lineRange(text: string): Range | undefined {
  const single = /^\d{1,9}$/.exec(text);
  if (single) return { kind: "lines", from: Number(text), fromChar: 0, to: Number(text) };
  const parts = /^(-?\d{1,9})?-(-?\d{1,9})?$/.exec(text);
  if (!parts || (!parts[1] && !parts[2])) return undefined;
  const [, from, to] = parts;
  if (from === undefined) return { kind: "lines", from: -Math.abs(Number(to)), fromChar: 0 };
  return { kind: "lines", from: Number(from), fromChar: 0, ...(to !== undefined && { to: Number(to) }) };
}

/**
 * Where a range lies in a text; empty where the text ends before it. Whole lines in the wrong order are turned round.
 * Both ends move down to the beginning of a character, so that adjoining ranges neither overlap nor lose one.
 */
export function spanOf(lines: Lines, range: Extract<Range, { kind: "lines" }>): Span {
  const { text, starts } = lines;
  const absolute = (line: number) => (line < 0 ? starts.length + 1 + line : line);
  const isWhole = range.fromChar === 0 && range.toChar === undefined;
  let from = absolute(range.from);
  let to = range.to === undefined ? starts.length : absolute(range.to);
  if (isWhole && range.to !== undefined && from > to) [from, to] = [to, from];
  if (to < 1) return { start: 0, end: 0 };
  const first = Math.max(1, from);
  const fromChar = from < 1 ? 0 : range.fromChar;
  const start = Math.min(lineStart(lines, first) + fromChar, lineEnd(lines, first));
  const end =
    range.toChar === undefined
      ? lineEnd(lines, to)
      : Math.min(lineStart(lines, to) + range.toChar, lineEnd(lines, to));
  return { start: characterStart(text, start), end: Math.max(start, characterStart(text, end)) };
}

/** The `lines` parameter that asks for exactly this span. */
export function rangeText(lines: Lines, { start, end }: Span): string {
  const from = positionAt(lines, start);
  const lastLine = positionAt(lines, Math.max(start, end - 1)).line;
  const toChar = end - lineStart(lines, lastLine);
  const isLineEnd = end === lineEnd(lines, lastLine);
  if (from.char === 0 && isLineEnd) return `${from.line}-${lastLine}`;
  const begin = `${from.line}:${from.char}`;
  if (lastLine === from.line) return `${begin}-${toChar}`;
  return `${begin}-${lastLine}:${isLineEnd ? "" : toChar}`;
}
