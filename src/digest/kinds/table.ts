import { plural } from "../../model/format.ts";
import { FIRST, type Findings, findings } from "../findings.ts";
import type { Source } from "../source.ts";

/** Rows of values: what the columns are, how many rows there are, how they begin and end. */
export function table({ lines }: Source): Findings {
  const rows = lines.filter((line) => line.trim() !== "").length - 1;
  return findings({
    keep: [
      { line: FIRST, text: plural(rows, "row") },
      { line: 0, text: lines[0] ?? "" },
    ],
    fill: [1, 2, lines.length - 1].map((line) => ({ line, text: lines[line] ?? "" })),
    quotes: false,
  });
}

const SAMPLE = 8;

/** Whether lines hold the same number (two or more) of commas, semicolons or tabs each. */
export function isTable(lines: readonly string[]): boolean {
  const sample = lines.slice(0, SAMPLE).filter((line) => line.trim() !== "");
  if (sample.length < 3) return false;
  return [",", ";", "\t"].some((mark) => {
    const counts = sample.map((line) => line.slice(0, 2000).split(mark).length);
    return (counts[0] ?? 0) >= 3 && counts.every((count) => count === counts[0]);
  });
}
