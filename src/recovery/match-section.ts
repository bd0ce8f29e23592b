import { plural, utf8Bytes } from "../model/format.ts";
import { type Budget, sizeOf } from "./budget.ts";
import type { Document } from "./document.ts";
import { type Heading, headerText } from "./header.ts";
import { lineStart, positionAt, type Span } from "./lines.ts";
import { matchRows, type Row } from "./match-rows.ts";
import { callName, nextCall, patternPart } from "./next-call.ts";
import type { Pattern } from "./pattern.ts";
import { rangeText } from "./range.ts";
import type { Hits } from "./scan.ts";
import type { Allowance, Section } from "./section.ts";

/** What a pattern found in one document. */
export interface MatchRequest {
  readonly heading: Heading;
  readonly document: Document;
  readonly span: Span;
  readonly pattern: Pattern;
  readonly found: Hits;
  /** Lines around each hit. */
  readonly context: number;
  /** `context` was asked for: the call for the next part repeats it. */
  readonly isContextAsked: boolean;
  /** The most the section takes however much room there is, and what its header is cut to. */
  readonly atMost?: Budget & { readonly headerBytes: number };
}

// The longest statement about matches, without name and pattern in it.
const STATEMENT_BYTES = 260;

// Characters of one line that are shown, at most and at least.
const WIDTH = { most: 400, least: 60 };

/** The lines of a call in which a pattern was found, as far as there is room. */
export function matchSection(request: MatchRequest): Section {
  const { heading, found } = request;
  return {
    call: heading.call,
    status: heading.status,
    images: [],
    matchingLines: found.matchingLines,
    render: (allowance) => renderMatches(request, allowance),
  };
}

function renderMatches(request: MatchRequest, { bytes, lines }: Allowance): string {
  const { heading, found, atMost, pattern, document, context } = request;
  const header = headerText(
    document.isArgs ? { ...heading, notes: [...heading.notes, "Searched the arguments as JSON"] } : heading,
    Math.min(bytes, atMost?.headerBytes ?? bytes),
  );
  const taken = sizeOf(header);
  const reserve =
    STATEMENT_BYTES + utf8Bytes(callName(heading.call)) + utf8Bytes(patternPart(pattern.source));
  const room = {
    bytes: Math.min(bytes, atMost?.bytes ?? bytes) - taken.bytes - reserve,
    lines: Math.max(1, Math.min(lines - taken.lines - 2, atMost?.lines ?? lines)),
  };
  const width = Math.max(WIDTH.least, Math.min(WIDTH.most, Math.floor(room.bytes / 4)));
  const rows = fitting(matchRows(document.lines, found.hits, { context, width }), room);
  const body = rows.map(({ text }) => `${text}\n`).join("");
  return `${header}${body}[${statement(request, rows)}]`;
}

/** The rows that fit; the first hit alone where not even what stands before it does. */
function fitting(
  rows: readonly Row[],
  room: { readonly bytes: number; readonly lines: number },
): readonly Row[] {
  const kept: Row[] = [];
  let { bytes } = room;
  for (const row of rows) {
    bytes -= utf8Bytes(row.text) + 1;
    if (bytes < 0 || kept.length >= room.lines) break;
    kept.push(row);
  }
  if (kept.length === rows.length) return kept;
  while (kept.length > 0 && kept.at(-1)?.kind !== "hit") kept.pop();
  return kept.length > 0 ? kept : rows.filter(({ kind }) => kind === "hit").slice(0, 1);
}

function statement(request: MatchRequest, rows: readonly Row[]): string {
  const { heading, document, span, found, pattern, context, isContextAsked } = request;
  const { lines, isArgs } = document;
  const count = lines.starts.length;
  const where = span.start === 0 && span.end === lines.text.length ? "" : ` in ${partText(request)}`;
  if (found.matchingLines === 0) return `no match${where} of ${plural(count, "line")}`;
  const stated = `${plural(found.matchingLines, "matching line")}${where} of ${count}`;
  const rest = restAfter(request, rows);
  if (!rest) return `${stated}, all shown`;
  const next = nextCall({
    call: heading.call,
    lines: rangeText(lines, rest),
    pattern: pattern.source,
    context: isContextAsked ? context : undefined,
    args: isArgs,
  });
  return `${stated}, ${new Set(rows.flatMap((row) => (row.kind === "hit" ? row.line : []))).size} shown · next: ${next}`;
}

const partText = ({ document, span }: MatchRequest): string =>
  span.start === span.end ? "nothing" : rangeText(document.lines, span);

/** Where the search has to go on; undefined when every hit is shown. */
function restAfter({ document, span, found }: MatchRequest, rows: readonly Row[]): Span | undefined {
  const last = rows.findLast((row) => row.kind === "hit");
  if (!last) return undefined;
  const next = found.hits.find(({ start }) => start >= last.end)?.start ?? found.resumeAt;
  if (next === undefined) return undefined;
  const { line } = positionAt(document.lines, next);
  return { start: line > last.line ? lineStart(document.lines, line) : next, end: span.end };
}
