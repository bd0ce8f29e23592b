import type { Skip } from "../model/entries.ts";
import { isToolResult, type Messages } from "../model/message.ts";
import { OccurrenceCounter, type OccurrenceKey, occurrenceKey } from "../model/occurrence.ts";
import type { Settings } from "../settings/schema.ts";
import { getSetting } from "../settings/settings.ts";
import { isSummarized } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";

type Identified = { readonly key: OccurrenceKey; readonly toolCallId: string };

/**
 * Whether a call still is work: nothing recorded it, no skip of it holds under the settings, and no frontier of the
 * reference has passed it. Nothing compares turn numbers: they restart with every run.
 */
export function workTest(messages: Messages, state: Readonly<PruneState>, settings: Settings) {
  const passed = passedByReference(messages, state);
  return (call: Identified): boolean => {
    if (isIndexed(state, call) || passed.has(call.key)) return false;
    const skip = state.skips.get(call.key);
    return skip === undefined || !stillHolds(skip, settings);
  };
}

const stillHolds = ({ because }: Skip, settings: Settings): boolean =>
  JSON.stringify(getSetting(settings, because.setting)) === JSON.stringify(because.value);

function isIndexed(state: Readonly<PruneState>, { key, toolCallId }: Identified): boolean {
  if (state.verbatim.get(key) === "lifted" || isPreviewOfRepeat(state, key)) return false;
  // A bare record of an old session may be this very call: as long as nobody can tell, it is.
  return isSummarized(state, key) || state.keysOfId.get(toolCallId)?.has(occurrenceKey(toolCallId)) === true;
}

/** A large result that repeats an earlier one shows its preview only until it was read. */
const isPreviewOfRepeat = ({ records, aliases }: Readonly<PruneState>, key: OccurrenceKey): boolean =>
  aliases.has(key) && records.get(key)?.spilled === true;

/** The results up to the last call that the latest frontier of the reference names. */
function passedByReference(messages: Messages, state: Readonly<PruneState>): ReadonlySet<OccurrenceKey> {
  const passed = new Set<OccurrenceKey>();
  if (!state.referenceFrontier) return passed;
  const { lastAttemptedToolCallId: id, writtenAt = Number.POSITIVE_INFINITY } = state.referenceFrontier;
  const last = messages.findLastIndex(
    (message) => isToolResult(message) && message.toolCallId === id && message.timestamp <= writtenAt,
  );
  const occurrences = new OccurrenceCounter();
  for (const message of messages.slice(0, last + 1))
    if (isToolResult(message)) passed.add(occurrences.next(message.toolCallId, message.timestamp).key);
  return passed;
}
