import { FIRST, type Point } from "./findings.ts";
import type { Knowledge } from "./types.ts";

/**
 * What changed since the same lines were read before, as one point that is taken whole or not at all; undefined when
 * they were not, or differ too much to tell. It never stands alone: a compaction may take the earlier read away.
 */
export function reread(text: string, { previousText, diffAgainst }: Knowledge): Point | undefined {
  if (previousText === undefined) return undefined;
  if (text === previousText) return told(["unchanged since the previous read of these lines"]);
  const changes = diffAgainst?.(previousText, text);
  return changes && told(["changed since the previous read of these lines:", ...changes]);
}

const told = (lines: readonly string[]): Point => ({
  line: FIRST,
  text: lines.join("\n"),
  most: Number.POSITIVE_INFINITY,
});
