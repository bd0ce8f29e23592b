import type { Point } from "./findings.ts";

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
  return hash >>> 0;
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

export interface Template {
  /** Where its first line stands. */
  readonly line: number;
  readonly text: string;
  readonly count: number;
  /** All its lines. */
  readonly lines: readonly number[];
}

/** The templates of lines, in the order they first appear; blank lines have none. */
export function foldLines(lines: readonly string[]): readonly Template[] {
  const found = new Map<number, Template & { count: number; lines: number[] }>();
  for (const [line, text] of lines.entries()) {
    if (text.trim() === "") continue;
    const template = templateOf(text);
    const seen = found.get(template);
    if (seen === undefined) found.set(template, { line, text, count: 1, lines: [line] });
    else {
      seen.count++;
      seen.lines.push(line);
    }
  }
  return [...found.values()];
}

/** A template as one line of a digest. */
export const showTemplate = ({ text, count }: Template): string =>
  count === 1 ? text.trim() : `${text.trim()} (×${count})`;

const FOLD_FROM = 4;

/** Points of which four or more of one template become one, with how many there were; `tellingOf` says what is compared. */
export function foldPoints<P extends Point>(
  points: readonly P[],
  tellingOf: (point: P) => string = ({ text }) => text,
): readonly P[] {
  return foldLines(points.map(tellingOf)).flatMap((template): readonly P[] => {
    const first = points[template.line];
    if (first !== undefined && template.count >= FOLD_FROM)
      return [{ ...first, text: `${first.text} (×${template.count})` }];
    return template.lines.flatMap((line) => points[line] ?? []);
  });
}
