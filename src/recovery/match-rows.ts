import { head } from "../model/text.ts";
import { characterStart, type Lines, lineEnd, lineStart, lineText } from "./lines.ts";
import type { Hit } from "./scan.ts";

/** One line of a search result. */
export type Row =
  | { readonly kind: "context" | "gap"; readonly text: string }
  /** Shows every hit of its line that begins before `end`, an offset in the text. */
  | { readonly kind: "hit"; readonly text: string; readonly line: number; readonly end: number };

export interface RowOptions {
  /** Lines shown around each hit. */
  readonly context: number;
  /** Characters of a line that are shown; of longer lines, the part around the hit. */
  readonly width: number;
}

/**
 * Hits as `12: text` with their neighbours as `11- text`, and `12:3500-3900: text` where a line is too long to be
 * shown whole: the part before the text is what the `lines` parameter takes. `--` stands between groups of lines.
 */
export function matchRows(lines: Lines, hits: readonly Hit[], options: RowOptions): readonly Row[] {
  const { context, width } = options;
  const rows: Row[] = [];
  const groups = byLine(hits);
  let shown = 0;
  for (const [index, group] of groups.entries()) {
    const { line } = group;
    const next = groups[index + 1]?.line ?? lines.starts.length + 1;
    const first = Math.max(shown + 1, line - context);
    if (context > 0 && rows.length > 0 && first > shown + 1) rows.push({ kind: "gap", text: "--" });
    for (let at = first; at < line; at++) rows.push(contextRow(lines, at, width));
    rows.push(...hitRows(lines, group, width));
    shown = Math.max(line, Math.min(line + context, next - 1));
    for (let at = line + 1; at <= shown; at++) rows.push(contextRow(lines, at, width));
  }
  return rows;
}

interface HitLine {
  readonly line: number;
  readonly hits: Hit[];
}

function byLine(hits: readonly Hit[]): readonly HitLine[] {
  const groups: HitLine[] = [];
  for (const hit of hits) {
    const group = groups.at(-1);
    if (group?.line === hit.line) group.hits.push(hit);
    else groups.push({ line: hit.line, hits: [hit] });
  }
  return groups;
}

function hitRows(lines: Lines, { line, hits }: HitLine, width: number): readonly Row[] {
  const text = shownText(lines, line);
  const start = lineStart(lines, line);
  if (text.length <= width)
    return [{ kind: "hit", text: `${line}: ${text}`, line, end: lineEnd(lines, line) }];
  const rows: Row[] = [];
  let end = 0;
  for (const hit of hits) {
    const at = hit.start - start;
    if (at < end) continue;
    // A third of the room stands before the hit, unless the row before showed it.
    const from = characterStart(text, Math.max(end, at - Math.floor(width / 3)));
    end = from + head(text.slice(from), width).length;
    rows.push({
      kind: "hit",
      text: `${line}:${from}-${end}: ${text.slice(from, end)}`,
      line,
      end: start + end,
    });
  }
  return rows;
}

function contextRow(lines: Lines, line: number, width: number): Row {
  const text = shownText(lines, line);
  const most = Math.floor(width / 2);
  const shown = text.length <= most ? text : `${head(text, most)}… (${text.length} characters)`;
  return { kind: "context", text: `${line}- ${shown}` };
}

const shownText = (lines: Lines, line: number): string => lineText(lines, line).replace(/\r$/, "");
