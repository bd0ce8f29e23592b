import type { BranchMessage } from "../../src/model/branch.ts";
import { type Clock, type Line, transcript } from "./transcript.ts";

/** Lines as the messages of a branch; entry `e3` holds the fourth. */
export const branchOf = (lines: readonly Line[], clock: Clock = {}): BranchMessage[] =>
  transcript(lines, clock).map((message, index) => ({ entryId: `e${index}`, message, inContext: true }));
