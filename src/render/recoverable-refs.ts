import type { AgentMessage } from "../model/message.ts";
import { nameNumber } from "../model/refs.ts";
import { sameMap } from "../model/same.ts";
import type { Transform } from "./transform.ts";

/**
 * Tells the model, behind the summary of a compaction, which refs still bring back what that took away. The refs are
 * those known when the compaction was made: later ones stand in stubs of their own.
 */
export const listRecoverableRefs: Transform = (messages, { state }) => {
  if (state.refsAtCompaction.length === 0) return messages;
  const at = messages.findIndex((message) => message?.role === "compactionSummary");
  if (at < 0) return messages;
  return sameMap(messages, (message, index) =>
    index === at ? withRefs(message, state.refsAtCompaction) : message,
  );
};

function withRefs(message: AgentMessage, refs: readonly string[]): AgentMessage {
  if (message.role !== "compactionSummary") return message;
  const line = `[outputs pruned before this summary stay recoverable: context_tree_query, refs ${refRanges(refs)}]`;
  return message.summary.endsWith(line) ? message : { ...message, summary: `${message.summary}\n\n${line}` };
}

/** `t1..t4, t7`: runs of neighbours as ranges, which the query tool takes as they are. */
export function refRanges(refs: readonly string[]): string {
  const numbers = [...new Set(refs.map(nameNumber))].filter((number) => number > 0).sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `t${first}` : `t${first}..t${last}`)).join(", ");
}
