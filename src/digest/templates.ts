import type { Point } from "./findings.ts";
import { groupBy } from "./group.ts";

// Lines that differ only in numbers, ids and hashes share a template; a template is known by a hash of its line in
// which every run of letters and digits that holds a digit counts as one mark.

const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
const MARK = 0xffff;
const MAX_CHARS = 300;

/** Hash of a line's template; indentation and everything beyond 300 characters do not count. */
export function templateOf(line: string): number {
  const end = Math.min(line.length, MAX_CHARS);
  let hash = BASIS;
  let at = 0;
  while (at < end && line.charCodeAt(at) <= 32) at++;
  while (at < end) {
    const wordEnd = endOfWord(line, at, end);
    hash = hasDigit(line, at, wordEnd) ? mix(hash, MARK) : mixAll(hash, line, at, wordEnd);
    if (wordEnd < end) hash = mix(hash, line.charCodeAt(wordEnd));
    at = wordEnd + 1;
  }
  return hash | 0;
}

const mix = (hash: number, code: number) => Math.imul(hash ^ code, PRIME);

function mixAll(hash: number, text: string, start: number, end: number): number {
  let mixed = hash;
  for (let i = start; i < end; i++) mixed = mix(mixed, text.charCodeAt(i));
  return mixed;
}

function endOfWord(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isWordCode(text.charCodeAt(at))) at++;
  return at;
}

function hasDigit(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

// With `_` and `-`: they join the parts of ids.
const isWordCode = (code: number) =>
  (code >= 48 && code <= 57) ||
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  code === 95 ||
  code === 45;

/** A line and how many lines of an output are like it. */
export interface Template {
  /** Where the first of them stands. */
  readonly line: number;
  readonly text: string;
  readonly count: number;
}

/** The templates of lines, in the order they first appear; blank lines have none. */
export function foldLines(lines: readonly string[]): readonly Template[] {
  const places = new Map<number, number>();
  const firsts: number[] = [];
  const counts: number[] = [];
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line] ?? "";
    if (isBlank(text)) continue;
    const template = templateOf(text);
    const place = places.get(template);
    if (place === undefined) {
      places.set(template, firsts.length);
      firsts.push(line);
      counts.push(1);
    } else counts[place] = (counts[place] ?? 0) + 1;
  }
  return firsts.map((line, place) => ({ line, text: lines[line] ?? "", count: counts[place] ?? 0 }));
}

function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 32) return false;
  return true;
}

/** A template as one line of a digest. */
export const showTemplate = ({ text, count }: Template): string =>
  count === 1 ? text.trim() : `${text.trim()} (×${count})`;

/** Points of equal text become one, with their number. */
export function foldEqual<P extends Point>(points: readonly P[]): readonly P[] {
  return [...groupBy(points, ({ text }) => text).values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    return { ...first, text: `${first.text} (×${others.length + 1})` };
  });
}

/** Points of which three or fewer share a template, and those of longer series. */
export function splitSeries<P extends Point>(
  points: readonly P[],
): { readonly single: readonly P[]; readonly series: readonly P[] } {
  const groups = groupBy(points, ({ text }) => String(templateOf(text)));
  const isSeries = ({ text }: P) => (groups.get(String(templateOf(text)))?.length ?? 0) >= FOLD_FROM;
  return { single: points.filter((point) => !isSeries(point)), series: points.filter(isSeries) };
}

const FOLD_FROM = 4;

/** Points of which four or more of one template become one, with their number; `tellingOf` says what is compared. */
export function foldPoints<P extends Point>(
  points: readonly P[],
  tellingOf: (point: P) => string = ({ text }) => text,
): readonly P[] {
  if (points.length < FOLD_FROM) return points;
  const groups = groupBy(points, (point) => String(templateOf(tellingOf(point))));
  return [...groups.values()].flatMap((group) => {
    const first = group[0];
    if (first === undefined || group.length < FOLD_FROM) return group;
    return [{ ...first, text: `${first.text} (×${group.length})` }];
  });
}
