import { structuredPatch } from "diff";

/** Lines that may differ; the time to compare grows with them. */
const MAX_EDITS = 200;
/** Lines shown around a change. */
const CONTEXT = 1;
/** A difference longer than this share of the text tells less than the text itself. */
const WORTH_TELLING = 0.5;

/** How `text` differs from `previous`, as the hunks of a unified diff; undefined when that is too much to tell. */
export function lineDiff(previous: string, text: string): readonly string[] | undefined {
  const patch = structuredPatch("", "", previous, text, "", "", {
    context: CONTEXT,
    maxEditLength: MAX_EDITS,
  });
  if (!patch) return undefined;
  const lines = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: changed }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...changed,
  ]);
  const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
  return chars > text.length * WORTH_TELLING ? undefined : lines;
}
