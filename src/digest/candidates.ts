import type { Knowledge } from "./types.ts";
import { CAPITALIZED, hashWord, IDENTIFIER, PATH, PLAIN, scanWords, type WordKind } from "./words.ts";

/** A word of a result that the context that stays does not hold. */
export interface Candidate {
  readonly hash: number;
  readonly word: string;
  readonly kind: WordKind;
  /** Line of its first occurrence, from 0. */
  readonly line: number;
  /** How the line introduces it: something with a body, a value, or not at all. */
  readonly defines: Definition;
  /** Whether a part of it was spoken of lately. */
  readonly topical: boolean;
  readonly called: boolean;
  readonly count: number;
}

export type Definition = "body" | "value" | undefined;

// More distinct words than any digest can hold; beyond them only counts go on.
const MAX_CANDIDATES = 4000;
const SHORTEST = 3;

/** The nameable words of lines that are not known, in the order they appear. */
export function collectCandidates(lines: readonly string[], knowledge: Knowledge): readonly Candidate[] {
  const found = new Map<number, Candidate & { count: number }>();
  for (const [number, line] of lines.entries()) {
    scanWords(line, (hash, kind, start, end) => {
      if (kind === PLAIN || end - start < SHORTEST) return;
      const seen = found.get(hash);
      if (seen !== undefined) seen.count++;
      else if (found.size < MAX_CANDIDATES && knowledge.isKnown?.(hash) !== true)
        found.set(hash, candidate({ line, number, hash, kind, start, end }, knowledge));
    });
  }
  return [...found.values()].filter(isNamed);
}

interface Place {
  readonly line: string;
  readonly number: number;
  readonly hash: number;
  readonly kind: WordKind;
  readonly start: number;
  readonly end: number;
}

function candidate(place: Place, knowledge: Knowledge): Candidate {
  const { line, number, hash, kind, start, end } = place;
  const word = line.slice(kind === PATH ? pathStart(line, start) : start, end);
  return {
    hash,
    word,
    kind,
    line: number,
    count: 1,
    defines: kind === IDENTIFIER || kind === CAPITALIZED || kind === PLAIN ? definitionAt(place) : undefined,
    called: line[end] === "(",
    topical:
      knowledge.isTopical !== undefined &&
      partsOf(word).some((part) => knowledge.isTopical?.(hashWord(part)) === true),
  };
}

// A capital alone is the beginning of a sentence more often than a name.
const isNamed = ({ kind, defines, topical, called, count }: Candidate): boolean =>
  kind !== CAPITALIZED || defines !== undefined || called || (topical && count > 1) || count > 3;

const MAX_PREFIX = 3;

// `./`, `../`, `/`, `~/` and `@` in front belong to the path, though words are compared without them.
function pathStart(line: string, start: number): number {
  let from = start;
  while (from > 0 && start - from < MAX_PREFIX && "./~@".includes(line[from - 1] ?? " ")) from--;
  return from;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const BODIES = words(
  "function class interface type enum def fn func struct trait impl mod module namespace record object protocol " +
    "extension macro sub proc table private public protected static async override abstract function*",
);
const VALUES = words("const let var val readonly final static");
const LONGEST_KEYWORD = 10;

function definitionAt({ line, start, end }: Place): Definition {
  const before = wordBefore(line, start);
  if (before === "") return isMethod(line, start, end) ? "body" : undefined;
  if (BODIES.has(before)) return "body";
  return VALUES.has(before) ? "value" : undefined;
}

/** The word that stands directly before; "" at the beginning of a line. */
function wordBefore(line: string, start: number): string {
  const space = line.charCodeAt(start - 1);
  if (start > 0 && space !== 32 && space !== 9) return "-";
  let from = start - 1;
  while (from > 0 && start - from <= LONGEST_KEYWORD && line.charCodeAt(from - 1) > 32) from--;
  return line.slice(Math.max(0, from), start).trim();
}

// `name(…) {` alone on its line begins a method; `name(…);` calls one.
const isMethod = (line: string, start: number, end: number): boolean =>
  start < 12 && line.charCodeAt(end) === 40 && line.endsWith("{") && line.charCodeAt(start - 1) !== 46;

const SHORTEST_PART = 4;

/** The parts of an identifier or path in lower case: `getMarkdownTheme` gives `markdown` and `theme`. */
export function partsOf(word: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let i = 1; i <= word.length; i++) {
    if (i < word.length && !isPartStart(word, i)) continue;
    if (i - start >= SHORTEST_PART) parts.push(word.slice(start, i).toLowerCase());
    start = i < word.length && isLetter(word.charCodeAt(i)) ? i : i + 1;
  }
  return parts;
}

const isLower = (code: number) => code >= 97 && code <= 122;
const isUpper = (code: number) => code >= 65 && code <= 90;
const isLetter = (code: number) => isLower(code) || isUpper(code) || code >= 0xc0;

function isPartStart(word: string, at: number): boolean {
  const code = word.charCodeAt(at);
  return !isLetter(code) || (isUpper(code) && isLower(word.charCodeAt(at - 1)));
}
