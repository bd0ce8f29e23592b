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
export type Visit = (hash: number, kind: WordKind, start: number, end: number) => void;

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
    code < 0xc0 ||
    (code >= 0x2000 && code < 0x2c00) ||
    (code >= 0x3000 && code < 0x3040) ||
    (code >= 0xd800 && code < 0xf900) ||
    code >= 0xff00;
  return separates ? SEPARATOR : LOWER;
}

const DOT = 46;
const SLASH = 47;
const PARENTHESIS = 40;

/** Hash of a word by itself, equal to the one `scanWords` reports for it inside a text. */
export function hashWord(word: string, start = 0, end = word.length): number {
  let hash = BASIS;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ word.charCodeAt(i), PRIME);
  return hash >>> 0;
}

/**
 * Calls `visit` for each word of at least three characters: first the parts of a run joined by `. / - @ ~`, then the
 * whole run when it is a path or a file name. Linear; runs beyond 200 characters (encoded data) are passed over.
 */
export function scanWords(text: string, visit: Visit, from = 0, to = text.length): void {
  let at = from;
  while (at < to) {
    const start = at;
    while (at < to && charClass(text.charCodeAt(at)) !== SEPARATOR) at++;
    if (at - start >= MIN_WORD && at - start <= MAX_WORD) scanRun(text, visit, start, at);
    at++;
  }
}

const charClass = (code: number): number => (code < 128 ? (classOf[code] ?? SEPARATOR) : classOfOther(code));

function scanRun(text: string, visit: Visit, runStart: number, runEnd: number): void {
  const [start, end] = trimmed(text, runStart, runEnd);
  let part = start;
  for (let i = start; i <= end; i++) {
    if (i < end && charClass(text.charCodeAt(i)) !== JOINER) continue;
    if (i - part >= MIN_WORD) visitPart(text, visit, part, i);
    part = i + 1;
  }
  if (isPath(text, start, end)) visit(hashWord(text, start, end), PATH, start, end);
}

function isPath(text: string, start: number, end: number): boolean {
  let dot = -1;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === SLASH) return true;
    if (code === DOT) dot = i;
  }
  return dot > start && isFileName(text, dot, end);
}

// Dots and dashes at the ends belong to the sentence, not to the word.
function trimmed(text: string, start: number, end: number): [number, number] {
  let from = start;
  let to = end;
  while (to > from && charClass(text.charCodeAt(to - 1)) === JOINER) to--;
  while (from < to && charClass(text.charCodeAt(from)) === JOINER) from++;
  return [from, to];
}

function visitPart(text: string, visit: Visit, start: number, end: number): void {
  let hash = BASIS;
  let seen = 0;
  let camel = false;
  let previous = SEPARATOR;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    const kind = charClass(code);
    hash = Math.imul(hash ^ code, PRIME);
    seen |= 1 << kind;
    if (kind === UPPER && previous === LOWER) camel = true;
    previous = kind;
  }
  visit(hash >>> 0, kindOf(seen, camel, charClass(text.charCodeAt(start))), start, end);
}

function kindOf(seen: number, camel: boolean, first: number): WordKind {
  const has = (kind: number) => (seen & (1 << kind)) !== 0;
  if (has(DIGIT) && !has(LOWER) && !has(UPPER)) return NUMBER;
  if (camel || has(UNDERSCORE) || has(DIGIT)) return IDENTIFIER;
  return first === UPPER ? CAPITALIZED : PLAIN;
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
