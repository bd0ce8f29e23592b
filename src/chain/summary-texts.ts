import type { Messages } from "../model/message.ts";
import { occurrenceKey } from "../model/occurrence.ts";
import type { PruneState } from "../state/state.ts";
import { deliveredSummary, isSummaryMessage, type Summary, withoutFooter } from "./summary-messages.ts";

/** Finds the summaries that tell of any of some calls, given by ref, occurrence key or bare id. */
export type FindSummaries = (names: readonly string[]) => readonly Summary[];

/**
 * Reads all summaries of a session once, so that each question after that costs what it finds. Those that the reference
 * delivered are read from the messages: an edit may have redacted them since the session was opened.
 */
export function summaryIndex(state: Pick<PruneState, "summaries">, messages: Messages): FindSummaries {
  const delivered = messages.filter(isSummaryMessage).map(deliveredSummary);
  const summaries = [...delivered, ...state.summaries.filter(({ asMessage }) => !asMessage)].filter(
    (summary) => withoutFooter(summary) !== "",
  );
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

/** The distinct texts of summaries, in order, without blank ones. */
export const summaryTexts = (summaries: readonly Summary[]): string[] => [
  ...new Set(summaries.map(withoutFooter).filter((text) => text !== "")),
];
