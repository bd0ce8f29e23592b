import { type OccurrenceKey, occurrenceKey } from "../model/occurrence.ts";
import type { ShortRef } from "../model/refs.ts";
import type { PruneState } from "../state/state.ts";

/** An occurrence of a call, and the id that other occurrences may share with it. */
export interface Identified {
  readonly key: OccurrenceKey;
  readonly toolCallId: string;
}

/** Which record takes what becomes due of a call's arguments: its own by ref, a new one, or none, now and for good. */
export function effectPlace(state: Readonly<PruneState>, call: Identified): ShortRef | "new" | "nowhere" {
  const record = state.records.get(call.key);
  if (state.verbatim.has(call.key) || record?.arguments) return "nowhere";
  if (record) return ownRef(state, call.key) ?? "nowhere";
  // A bare record of an old session may be this very call, and effects on it could reach another one.
  return state.aliases.has(call.key) || hasBareRecord(state, call) ? "nowhere" : "new";
}

const hasBareRecord = ({ keysOfId }: Readonly<PruneState>, { toolCallId }: Identified): boolean =>
  keysOfId.get(toolCallId)?.has(occurrenceKey(toolCallId)) === true;

/** The ref that leads back to this very occurrence. */
function ownRef({ refOfKey, keyOfRef }: Readonly<PruneState>, key: OccurrenceKey): ShortRef | undefined {
  const ref = refOfKey.get(key);
  return ref !== undefined && keyOfRef.get(ref) === key ? ref : undefined;
}
