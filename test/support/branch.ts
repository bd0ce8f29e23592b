import type { BranchMessage } from "../../src/model/branch.ts";
import { type Clock, compactionSummary, type Line, transcript } from "./transcript.ts";

/** A transcript as the branch of a session: entries `e0`, `e1`, ..., all of them in the context. */
export const branchOf = (lines: readonly Line[], clock?: Clock): BranchMessage[] =>
  transcript(lines, clock).map((message, index) => ({ entryId: `e${index}`, message, inContext: true }));

/** The same branch after a compaction that kept everything from entry `e<from>` on. */
export const keptFrom = (from: number, branch: readonly BranchMessage[]): BranchMessage[] => [
  ...branch.slice(0, from).map((it) => ({ ...it, inContext: false })),
  ...transcript([compactionSummary()]).map((message) => ({ entryId: "c", message, inContext: true })),
  ...branch.slice(from),
];
