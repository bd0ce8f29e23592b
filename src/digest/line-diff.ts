import { structuredPatch } from "diff";
import { shorten } from "./cut.ts";

/** Lines that may differ; the time to compare grows with them. */
const MAX_EDITS = 200;
/** Lines shown around a change. */
const CONTEXT = 1;
/** A difference longer than this share of the text tells less than the text itself. */
const WORTH_TELLING = 0.5;
const LINE_CHARS = 220;

/**
 * How `text` differs from `previous`, as the hunks of a unified diff; undefined when that is too much to tell. Quotes
 * `text` only: of the lines that are gone it tells their numbers, since `previous` may be redacted later.
 */
export function lineDiff(previous: string, text: string): readonly string[] | undefined {
  const patch = structuredPatch("", "", previous, text, "", "", {
    context: CONTEXT,
    maxEditLength: MAX_EDITS,
  });
  if (!patch) return undefined;
  const lines = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: changed }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...withoutPrevious(changed, oldStart),
  ]);
  const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
  return chars > text.length * WORTH_TELLING ? undefined : lines;
}

/** The lines of a hunk, those that are gone as numbers; `first` is the number of its first line in the previous text. */
function withoutPrevious(changed: readonly string[], first: number): readonly string[] {
  const lines: string[] = [];
  let old = first;
  let gone = 0;
  const tellGone = () => {
    if (gone > 0) lines.push(gone === 1 ? `-(line ${old - 1})` : `-(lines ${old - gone}-${old - 1})`);
    gone = 0;
  };
  for (const line of changed) {
    // A remark on the line above it, that it has no break at its end.
    if (line.startsWith("\\")) continue;
    if (line.startsWith("-")) {
      gone++;
      old++;
      continue;
    }
    tellGone();
    lines.push(shorten(line, LINE_CHARS));
    if (line.startsWith(" ")) old++;
  }
  tellGone();
  return lines;
}
