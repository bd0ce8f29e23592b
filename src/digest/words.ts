// Words as agents cite them: identifiers, numbers, file names and paths. One pass, no regular expression; words are
// known by a 32-bit hash of their UTF-16 units (FNV-1a), so that a context of a million characters costs no strings.

/** What a word looks like; the better it names something, the higher. */
export const PLAIN = 0;
export const NUMBER = 1;
export const CAPITALIZED = 2;
export const IDENTIFIER = 3;
export const PATH = 4;
export type WordKind = typeof PLAIN | typeof NUMBER | typeof CAPITALIZED | typeof IDENTIFIER | typeof PATH;

/** A word in a text: `start` up to `end` in UTF-16 units. */
export interface Word {
  hash: number;
  kind: WordKind;
  start: number;
  end: number;
}

const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
const MAX_WORD = 200;
const MIN_WORD = 3;

const SEPARATOR = 0;
const JOINER = 1;
const UNDERSCORE = 2;
const DIGIT = 3;
const UPPER = 4;
const LOWER = 5;
const CLASSES = 8;

const classOf = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 48 && code <= 57) return DIGIT;
  if (code === 95 || code === 36) return UNDERSCORE;
  return code === 45 || code === 46 || code === 47 || code === 64 || code === 126 ? JOINER : SEPARATOR;
});

// Letters of other scripts count as lower case; general punctuation, arrows, box drawing and full-width marks do not.
function classOfOther(code: number): number {
  const separates =
    Number.isNaN(code) ||
    code < 0xc0 ||
    (code >= 0x2000 && code < 0x2c00) ||
    (code >= 0x3000 && code < 0x3040) ||
    (code >= 0xd800 && code < 0xf900) ||
    code >= 0xff00;
  return separates ? SEPARATOR : LOWER;
}

// What a part is made of, as bits: one for each class, one for a capital behind a small letter.
const CAMEL = 1 << CLASSES;
const bitsOf = Uint16Array.from({ length: CLASSES * CLASSES }, (_, at) => {
  const [previous, kind] = [at >> 3, at & 7];
  return (1 << kind) | (previous === LOWER && kind === UPPER ? CAMEL : 0);
});

const DOT = 46;
const SLASH = 47;
const PARENTHESIS = 40;
const isJoiner = (code: number) => code < 128 && classOf[code] === JOINER;

/** Hash of a word by itself, equal to the one `scanWords` reports for it inside a text. */
export function hashWord(word: string, start = 0, end = word.length): number {
  let hash = BASIS;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ word.charCodeAt(i), PRIME);
  return hash | 0;
}

/** Whether a word may be listed as a name: any but plain words, and those where something is called or declared. */
export const isNameable = (kind: WordKind, text: string, end: number): boolean =>
  kind !== PLAIN || text.charCodeAt(end) === PARENTHESIS;

/**
 * Calls `visit` for each word of 3 to 200 characters: the parts of a run joined by `. / - @ ~`, and then the whole
 * run when it is a path or a file name. Every call gets the same object. Linear in the text.
 */
export function scanWords(text: string, visit: (word: Readonly<Word>) => void): void {
  const run = new Run(text, visit);
  let hash = BASIS;
  let seen = 0;
  let previous = SEPARATOR;
  let start = 0;
  // Reading past the end gives NaN, which ends the last run.
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? (classOf[code] ?? SEPARATOR) : classOfOther(code);
    if (kind > JOINER) {
      hash = Math.imul(hash ^ code, PRIME);
      seen |= bitsOf[(previous << 3) | kind] ?? 0;
      previous = kind;
      continue;
    }
    if (seen !== 0) {
      run.endPart(start, at, hash, seen);
      hash = BASIS;
      seen = 0;
      previous = SEPARATOR;
    }
    if (run.isOpen) run.between(code, at);
    start = at + 1;
  }
}

/** The run that is being scanned: where it began, where its last part ended, and what joins its parts. */
class Run {
  isOpen = false;
  readonly #text: string;
  readonly #visit: (word: Readonly<Word>) => void;
  readonly #word: Word = { hash: 0, kind: PLAIN, start: 0, end: 0 };
  #start = 0;
  #end = 0;
  #firstSlash = -1;
  #lastDot = -1;

  constructor(text: string, visit: (word: Readonly<Word>) => void) {
    this.#text = text;
    this.#visit = visit;
  }

  endPart(start: number, end: number, hash: number, seen: number): void {
    if (!this.isOpen) this.#start = start;
    this.isOpen = true;
    this.#end = end;
    const length = end - start;
    if (length < MIN_WORD || length > MAX_WORD) return;
    this.#report(start, end, hash, kindOf(seen, this.#text.charCodeAt(start), length));
  }

  /** What stands behind a part: it joins the next one, or ends the run. */
  between(code: number, at: number): void {
    if (code === DOT) this.#lastDot = at;
    else if (code === SLASH) this.#firstSlash = this.#firstSlash < 0 ? at : this.#firstSlash;
    else if (!isJoiner(code)) this.#close();
  }

  #close(): void {
    if (this.#isPath())
      this.#report(this.#start, this.#end, hashWord(this.#text, this.#start, this.#end), PATH);
    this.isOpen = false;
    this.#firstSlash = -1;
    this.#lastDot = -1;
  }

  // Dots and slashes behind the last part belong to the sentence.
  #isPath(): boolean {
    if (this.#end - this.#start > MAX_WORD) return false;
    if (this.#firstSlash >= 0 && this.#firstSlash < this.#end) return true;
    return (
      this.#lastDot >= 0 && this.#lastDot < this.#end && isFileName(this.#text, this.#lastDot, this.#end)
    );
  }

  #report(start: number, end: number, hash: number, kind: WordKind): void {
    const word = this.#word;
    word.hash = hash | 0;
    word.kind = kind;
    word.start = start;
    word.end = end;
    this.#visit(word);
  }
}

// `38ms`, `4kB` and `12h` are numbers with something to them.
const MAX_QUANTITY = 6;

function kindOf(seen: number, first: number, length: number): WordKind {
  const has = (kind: number) => (seen & (1 << kind)) !== 0;
  if (!has(LOWER) && !has(UPPER)) return has(DIGIT) ? NUMBER : PLAIN;
  if (first >= 48 && first <= 57 && length <= MAX_QUANTITY && !has(UNDERSCORE)) return NUMBER;
  if ((seen & CAMEL) !== 0 || has(UNDERSCORE) || has(DIGIT)) return IDENTIFIER;
  return first >= 65 && first <= 90 ? CAPITALIZED : PLAIN;
}

const MAX_EXTENSION = 6;

// `response.json(` and `console.log(` are calls, `this.map` is a member.
function isFileName(text: string, dot: number, end: number): boolean {
  const length = end - dot - 1;
  if (length < 1 || length > MAX_EXTENSION || text.charCodeAt(end) === PARENTHESIS) return false;
  return EXTENSIONS.has(text.slice(dot + 1, end).toLowerCase());
}

const EXTENSIONS: ReadonlySet<string> = new Set(
  (
    "ts tsx mts cts js jsx mjs cjs json jsonl jsonc md mdx py pyi rs go java kt kts swift c h cc cpp cxx hpp hh cs rb " +
    "php pl lua sh bash zsh fish ps1 bat sql css scss sass less html htm vue svelte astro yaml yml toml ini cfg conf " +
    "lock txt rst csv tsv log xml svg png jpg jpeg gif webp ico pdf zip gz tgz wasm patch proto graphql gradle cmake " +
    "exs erl scala clj dart jl zig nim tf ipynb exe dll snap"
  ).split(" "),
);
