import { type Lines, lineAt, lineEnd, lineStart, lineText, type Span } from "./lines.ts";

/** Runs work that may take for ever and returns what it returns; undefined when it took too long. */
export type TimeLimit = <T extends object>(work: () => T) => T | undefined;

export interface Hit {
  /** From 1. */
  readonly line: number;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
}

/** What a pattern found in one text. */
export interface Hits {
  /** In order; of a long line at most `MAX_PER_LINE`, of a text at most `MAX_PER_TEXT`. */
  readonly hits: readonly Hit[];
  /** Lines with a hit, those that no longer fit into `hits` included. */
  readonly matchingLines: number;
  /** Offset from which a search has to go on where `hits` is not all. */
  readonly resumeAt?: number;
}

const MAX_PER_LINE = 50;
const MAX_PER_TEXT = 2000;

// Of lines up to this length a reader is shown the whole, and further hits in them say nothing new.
const SHORT_LINE = 60;

/** Searches line by line inside a span of a text. `expression` has the flag `g`. */
export function scan(lines: Lines, span: Span, expression: RegExp): Hits {
  const hits: Hit[] = [];
  let matchingLines = 0;
  let resumeAt: number | undefined;
  for (const { line, start: lineStart, found, end } of matchingLinesOf(lines, span, expression)) {
    matchingLines++;
    if (resumeAt !== undefined) continue;
    for (const [start, end] of found.slice(0, MAX_PER_LINE))
      hits.push({ line, start: lineStart + start, end: lineStart + end });
    const next = found[MAX_PER_LINE];
    if (next) resumeAt = lineStart + next[0];
    else if (hits.length >= MAX_PER_TEXT) resumeAt = end;
  }
  return { hits, matchingLines, ...(resumeAt !== undefined && resumeAt < span.end && { resumeAt }) };
}

/** Where a pattern was found in one line, as offsets in that line. */
type Found = readonly (readonly [start: number, end: number])[];

interface MatchingLine {
  readonly line: number;
  /** Offsets of the line in the text. */
  readonly start: number;
  readonly end: number;
  readonly found: Found;
}

function* matchingLinesOf(lines: Lines, span: Span, expression: RegExp): Generator<MatchingLine> {
  for (const line of candidateLines(lines, span, expression)) {
    const start = lineStart(lines, line);
    const text = lineText(lines, line).replace(/\r$/, "");
    const from = Math.max(0, span.start - start);
    const found = hitsInLine(text.slice(0, span.end - start), from, expression);
    if (found.length > 0) yield { line, start, end: lineEnd(lines, line), found };
  }
}

/** Numbers of lines of a span, at least of all those with a hit. */
function* candidateLines(lines: Lines, span: Span, expression: RegExp): Generator<number> {
  const { text } = lines;
  if (text === "") return;
  if (!canRunAcross(expression)) {
    for (let line = lineAt(lines, span.start); line <= lineAt(lines, span.end - 1); line++) yield line;
    return;
  }
  const across = new RegExp(expression.source, `${expression.flags}m`);
  for (let at = span.start; at < span.end; ) {
    across.lastIndex = at;
    const hit = across.exec(text);
    // At the end of the text a hit without characters still is in the last line; at any other end in the next one.
    if (!hit || (hit.index >= span.end && hit.index < text.length)) return;
    const line = lineAt(lines, hit.index);
    yield line;
    at = lineEnd(lines, line);
  }
}

/**
 * Whether the whole text can be searched at once for the next line worth a look. Not where an expression looks around
 * for what must not be there, nor where a class of its own would run through line after line.
 */
const canRunAcross = ({ source }: RegExp): boolean => !/\(\?<?!|\[\^|\[[^\]]*\\[SDWPB]|\\[sDW]/.test(source);

function hitsInLine(text: string, from: number, expression: RegExp): Found {
  const found: [number, number][] = [];
  const most = text.length <= SHORT_LINE ? 1 : MAX_PER_LINE + 1;
  expression.lastIndex = from;
  while (found.length < most) {
    const hit = expression.exec(text);
    if (!hit) break;
    found.push([hit.index, hit.index + hit[0].length]);
    // A hit without characters would be found again and again.
    if (hit[0] === "") expression.lastIndex++;
  }
  return found;
}
