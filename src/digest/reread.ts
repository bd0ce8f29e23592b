import { FIRST, type Findings, findings } from "./findings.ts";
import type { Knowledge } from "./types.ts";

/** A read of lines that were read before, as what changed since; undefined when they differ too much for that. */
export function reread(text: string, previousText: string, knowledge: Knowledge): Findings | undefined {
  if (text === previousText) return told("unchanged since the previous read of these lines", []);
  const changes = knowledge.diffAgainst?.(previousText, text);
  return changes === undefined
    ? undefined
    : told("as in the previous read of these lines, but for:", changes);
}

const told = (what: string, changes: readonly string[]): Findings =>
  findings({
    keep: [{ line: FIRST, text: what }, ...changes.map((change, line) => ({ line, text: change }))],
    quotes: false,
    names: "none",
  });
