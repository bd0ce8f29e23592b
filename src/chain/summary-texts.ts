import type { EntryData } from "../model/entries.ts";
import { occurrenceKey } from "../model/occurrence.ts";
import type { PruneState } from "../state/state.ts";

export type Summary = EntryData<"context-prune-summary">;

/** Finds the summaries that tell of any of some calls, given by ref, occurrence key or bare id. */
export type FindSummaries = (names: readonly string[]) => readonly Summary[];

/** Reads all summaries of a session once, so that each question after that costs what it finds. */
export function summaryIndex({ summaries }: Pick<PruneState, "summaries">): FindSummaries {
  const named = new Map<string, number[]>();
  for (const [index, { toolCallRefs }] of summaries.entries())
    for (const ref of toolCallRefs)
      for (const name of namesOf(ref)) {
        const places = named.get(name);
        if (places) places.push(index);
        else named.set(name, [index]);
      }
  return (names) => {
    const found = new Set(names.flatMap((name) => named.get(name) ?? []));
    return [...found].sort((a, b) => a - b).flatMap((index) => summaries[index] ?? []);
  };
}

function namesOf({
  shortId,
  toolCallId,
  resultTimestamp,
  ordinal,
}: Summary["toolCallRefs"][number]): string[] {
  return [...new Set([shortId, occurrenceKey(toolCallId, resultTimestamp, ordinal), toolCallId])];
}

/** The text of a summary without the list of refs that ends it: the block it goes into has its own. */
export function withoutFooter({ text }: Summary): string {
  const at = text.lastIndexOf("\n---\n**Summarized tool refs**:");
  return (at < 0 ? text : text.slice(0, at)).trim();
}

/** The distinct texts of summaries, in order, without blank ones. */
export const summaryTexts = (summaries: readonly Summary[]): string[] => [
  ...new Set(summaries.map(withoutFooter).filter((text) => text !== "")),
];
