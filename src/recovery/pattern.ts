import type { Lines, Span } from "./lines.ts";
import { type Hits, scan, type TimeLimit } from "./scan.ts";

/** A pattern as it was understood. */
export interface Pattern {
  readonly source: string;
  /** Global; ignores case where the pattern holds no capital letter. */
  readonly expression: RegExp;
  /** Not a valid regular expression: searched for as it stands. */
  readonly isPlain: boolean;
}

const MAX_CHARS = 4096;

/** Reads the `pattern` parameter: a JavaScript regular expression, or plain text where it is none. */
export function readPattern(source: string): Pattern {
  // The inline flag of other engines is a habit; JavaScript has none.
  const [, inline, body = ""] = /^(\(\?i\))?(.*)$/s.exec(source.slice(0, MAX_CHARS)) ?? [];
  const flags = `g${inline || isLowerCase(body) ? "i" : ""}${/\\[pu]\{/i.test(body) ? "u" : ""}`;
  try {
    return { source, expression: new RegExp(body, flags), isPlain: false };
  } catch {
    return plainPattern(source);
  }
}

function plainPattern(source: string): Pattern {
  const text = source.slice(0, MAX_CHARS);
  const escaped = text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return { source, expression: new RegExp(escaped, text === text.toLowerCase() ? "gi" : "g"), isPlain: true };
}

// The letter of an escape such as \S or \p{L} is not a capital of the text.
function isLowerCase(pattern: string): boolean {
  const letters = pattern.replace(
    /\\(?:[pP]\{[^}]*\}|u\{?[0-9a-fA-F]+\}?|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|.)/gs,
    "",
  );
  return letters === letters.toLowerCase();
}

/** One text to search, and the part of it that counts. */
export interface Searched {
  readonly lines: Lines;
  readonly span: Span;
}

export interface Search {
  readonly hits: readonly Hits[];
  /** How the pattern was not taken as it was meant, as a sentence; absent when it was. */
  readonly notice?: string;
}

/** Searches all texts within one time limit. An expression that takes too long is searched for as plain text. */
export function search(pattern: Pattern, texts: readonly Searched[], limit: TimeLimit): Search {
  const all = ({ expression }: Pattern) => texts.map(({ lines, span }) => scan(lines, span, expression));
  if (pattern.isPlain) {
    return {
      hits: all(pattern),
      notice: "The pattern is not a valid regular expression: searched as plain text.",
    };
  }
  const hits = limit(() => all(pattern));
  if (hits) return { hits };
  const notice =
    "The pattern took too long as a regular expression and was searched as plain text: simplify it.";
  return { hits: all(plainPattern(pattern.source)), notice };
}
