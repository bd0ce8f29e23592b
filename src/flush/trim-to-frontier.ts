import type { CapturedCall } from "../model/batch.ts";
import type { BranchMessage } from "../model/branch.ts";
import type { Skip } from "../model/entries.ts";
import { isToolResult } from "../model/message.ts";
import { occurrenceKey } from "../model/occurrence.ts";
import type { Settings } from "../settings/schema.ts";
import { getSetting } from "../settings/settings.ts";
import { isSummarized } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";
import { keepCalls } from "./stage.ts";

/**
 * Leaves out what an earlier flush dealt with: what has a record or an alias, what was skipped under settings that
 * still hold, and what a frontier of the reference has passed. Nothing compares turn numbers: they restart.
 */
export const trimToFrontier = keepCalls(({ state, settings, branch }) => {
  const passed = passedByReference(branch, state);
  return (call) => {
    if (isIndexed(state, call) || (call.entryId !== undefined && passed.has(call.entryId))) return false;
    const skip = state.skips.get(call.key);
    return skip === undefined || !stillHolds(skip, settings);
  };
});

const stillHolds = ({ because }: Skip, settings: Settings): boolean =>
  JSON.stringify(getSetting(settings, because.setting)) === JSON.stringify(because.value);

function isIndexed(state: Readonly<PruneState>, call: CapturedCall): boolean {
  if (state.verbatim.get(call.key) === "lifted") return false;
  const bare = occurrenceKey(call.toolCallId);
  // A bare record of an old session may be this very call: as long as nobody can tell, it is.
  return isSummarized(state, call.key) || state.keysOfId.get(call.toolCallId)?.has(bare) === true;
}

/** Entry ids up to the last call that the latest frontier of the reference names. */
function passedByReference(
  branch: readonly BranchMessage[],
  state: Readonly<PruneState>,
): ReadonlySet<string> {
  if (!state.referenceFrontier) return new Set();
  const { lastAttemptedToolCallId: id, writtenAt = Number.POSITIVE_INFINITY } = state.referenceFrontier;
  const last = branch.findLastIndex(
    ({ message }) => isToolResult(message) && message.toolCallId === id && message.timestamp <= writtenAt,
  );
  return new Set(branch.slice(0, last + 1).map(({ entryId }) => entryId));
}
