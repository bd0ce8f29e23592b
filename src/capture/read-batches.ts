import type { CapturedBatch } from "../model/batch.ts";
import type { BranchMessage } from "../model/branch.ts";
import { isAnswer, isToolResult } from "../model/message.ts";
import { captureBranch } from "./capture.ts";

/** The pruner's own tool. Its results are never work: they leave the context by the recovery rules. */
export const QUERY_TOOL = "context_tree_query";

/**
 * The finished calls whose results the model has read, in batches, oldest first: those in the context with a
 * completed reply behind them, less the `keep` latest ones.
 */
export function readBatches(branch: readonly BranchMessage[], keep: number): CapturedBatch[] {
  const batches = captureBranch(branch);
  // What answers no call is sent to nobody: it does not count among the latest.
  const answers = new Set(batches.flatMap((batch) => batch.calls.map(({ entryId }) => entryId)));
  const readable = readResults(branch).filter((entryId) => answers.has(entryId));
  const read = new Set(keep > 0 ? readable.slice(0, -keep) : readable);
  return batches.flatMap((batch): CapturedBatch[] => {
    const calls = batch.calls.filter(
      (call) => call.toolName !== QUERY_TOOL && call.entryId !== undefined && read.has(call.entryId),
    );
    return calls.length > 0 ? [{ ...batch, calls }] : [];
  });
}

function readResults(branch: readonly BranchMessage[]): readonly string[] {
  const lastAnswer = branch.findLastIndex(({ message }) => isAnswer(message));
  return branch
    .slice(0, Math.max(0, lastAnswer))
    .filter(({ message, inContext }) => inContext && isToolResult(message))
    .map(({ entryId }) => entryId);
}
