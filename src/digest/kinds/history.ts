import { type Findings, findings, type Point } from "../findings.ts";
import type { Source } from "../source.ts";

const HASH_CHARS = 9;
const MAX_COMMITS = 60;

/** Commits, one line each: short hash, day and subject. */
export function history({ lines }: Source): Findings {
  const commits: Point[] = [];
  for (const [line, text] of lines.entries()) {
    if (isShortForm(text)) commits.push({ line, text });
    else if (text.startsWith("commit ")) commits.push({ line, text: longForm(lines, line) });
  }
  return findings({ keep: commits.slice(0, MAX_COMMITS), quotes: false });
}

/** A line of `git log --oneline`, with or without its graph. */
export const isShortForm = (line: string): boolean =>
  /^[*|/\\ ]{0,12}[0-9a-f]{7,40} \S/.test(line.slice(0, 60)) && !line.startsWith("commit ");

const HEADER_LINES = 12;

function longForm(lines: readonly string[], start: number): string {
  const hash = (lines[start] ?? "").slice("commit ".length).slice(0, HASH_CHARS);
  const header = lines.slice(start + 1, start + HEADER_LINES);
  const date = header.find((line) => line.startsWith("Date: "));
  const subject = header.find((line) => line.startsWith("    "))?.trim() ?? "";
  return [hash, date === undefined ? "" : dayOf(date), subject].filter((part) => part !== "").join(" ");
}

// `Date:   Wed Feb 4 10:00:00 2026 +0000`
function dayOf(date: string): string {
  const [, , month, day, , year] = date.split(/\s+/);
  return year === undefined ? "" : `${month} ${day} ${year}`;
}

/** Whether lines begin like `git log`'s. */
export const isHistory = (lines: readonly string[]): boolean =>
  /^commit [0-9a-f]{40}/.test(lines[0] ?? "") || (lines.length > 1 && lines.every(isShortForm));
