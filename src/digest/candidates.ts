import { somePart } from "./parts.ts";
import type { Knowledge } from "./types.ts";
import {
  CAPITALIZED,
  isNameable,
  NUMBER,
  PATH,
  PLAIN,
  scanWords,
  type Word,
  type WordKind,
} from "./words.ts";

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
const PARENTHESIS = 40;

/** The nameable words of a text that are not known, in the order they appear. */
export function collectCandidates(text: string, knowledge: Knowledge): readonly Candidate[] {
  const seen = new Map<number, Counted | undefined>();
  const found: Counted[] = [];
  const lines = new LineCounter(text);
  scanWords(text, (word) => {
    if (!isNameable(word.kind, text, word.end)) return;
    const before = seen.get(word.hash);
    if (before !== undefined) before.count++;
    else if (found.length < MAX_CANDIDATES && !seen.has(word.hash)) {
      const candidate = named({ text, word, lines }, knowledge);
      seen.set(word.hash, candidate);
      if (candidate !== undefined) found.push(candidate);
    }
  });
  return found;
}

type Counted = Candidate & { count: number };

interface Place {
  readonly text: string;
  readonly word: Readonly<Word>;
  readonly lines: LineCounter;
}

/** A word at its first occurrence; undefined when it is known, or names nothing: a capital may just begin a sentence. */
function named({ text, word, lines }: Place, { isKnown, isTopical }: Knowledge): Counted | undefined {
  const { hash, kind, start, end } = word;
  if (isKnown?.(hash) === true) return undefined;
  const defines = kind === PATH || kind === NUMBER ? undefined : definitionAt(text, start, end);
  const called = text.charCodeAt(end) === PARENTHESIS;
  if (kind === PLAIN && defines !== "body") return undefined;
  const topical = isTopical !== undefined && somePart(text, start, end, isTopical);
  if (kind === CAPITALIZED && defines === undefined && !called && !topical) return undefined;
  const from = kind === PATH ? pathStart(text, start) : start;
  return {
    hash,
    word: text.slice(from, end),
    kind,
    line: lines.lineOf(start),
    count: 1,
    defines,
    called,
    topical,
  };
}

/** Tells lines of ever later places in a text. */
export class LineCounter {
  readonly #text: string;
  #line = 0;
  #next: number;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf("\n");
  }

  lineOf(place: number): number {
    while (this.#next >= 0 && this.#next < place) {
      this.#line++;
      this.#next = this.#text.indexOf("\n", this.#next + 1);
    }
    return this.#line;
  }
}

const MAX_PREFIX = 3;

// `./`, `../`, `/`, `~/` and `@` in front belong to the path, though words are compared without them.
function pathStart(text: string, start: number): number {
  let from = start;
  while (from > 0 && start - from < MAX_PREFIX && "./~@".includes(text[from - 1] ?? " ")) from--;
  return from;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const BODIES = words(
  "function class interface type enum def fn func struct trait impl mod module namespace record object protocol " +
    "extension macro sub proc table function*",
);
const VALUES = words("const let var val readonly final");
// In front of a method or of a field.
const MODIFIERS = words("private public protected static async override abstract export");
const LONGEST_KEYWORD = 10;

function definitionAt(text: string, start: number, end: number): Definition {
  const before = wordBefore(text, start);
  if (before === "") return isMethod(text, start, end) ? "body" : undefined;
  if (BODIES.has(before)) return "body";
  if (MODIFIERS.has(before)) return text.charCodeAt(end) === PARENTHESIS ? "body" : "value";
  return VALUES.has(before) ? "value" : undefined;
}

const isBlank = (code: number) => code === 32 || code === 9;
const NEWLINE = 10;

/** The word in front, on the same line; "" when there is none, "-" when something else stands directly before. */
function wordBefore(text: string, start: number): string {
  let end = start;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
  if (end === 0 || text.charCodeAt(end - 1) === NEWLINE) return "";
  if (end === start) return "-";
  let from = end;
  while (from > 0 && end - from <= LONGEST_KEYWORD && text.charCodeAt(from - 1) > 32) from--;
  return text.slice(from, end);
}

const MAX_INDENT = 12;
const BRACE = 123;

// `name(…) {` alone on its line begins a method; `name(…);` calls one.
function isMethod(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(end) !== PARENTHESIS) return false;
  if (start - text.lastIndexOf("\n", start) > MAX_INDENT) return false;
  const lineEnd = text.indexOf("\n", end);
  return text.charCodeAt((lineEnd < 0 ? text.length : lineEnd) - 1) === BRACE;
}
