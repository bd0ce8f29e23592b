import type { ToolCallRecord } from "../model/entries.ts";
import { type OccurrenceKey, occurrenceKey } from "../model/occurrence.ts";
import type { ShortRef } from "../model/refs.ts";
import type { PruneState, Verbatim } from "./state.ts";

/** Whether what was recorded is shown: not while pruning is off, and not to a model that could not get originals back. */
export const showsStubs = ({ enabled, recoverable }: Readonly<PruneState>): boolean => enabled && recoverable;

/** True only for this very occurrence; never falls back to the bare id. */
export const isSummarized = (state: Readonly<PruneState>, key: OccurrenceKey): boolean =>
  state.records.has(key) || state.aliases.has(key);

/**
 * The bare id is indexed and nothing else is under it: the one case where a bare record may stand for a result. Only
 * records of old sessions may: one of ours is bare because its own result has no time, and stands for that alone.
 */
export function hasLegacyBareRecord(state: Readonly<PruneState>, toolCallId: string): boolean {
  const keys = state.keysOfId.get(toolCallId);
  const bare = occurrenceKey(toolCallId);
  return keys?.size === 1 && keys.has(bare) && state.records.get(bare)?.entryId === undefined;
}

/** The key under which a result in the context is known, if it is: its own, or the bare one of an old session. */
export function indexedKey(
  state: Readonly<PruneState>,
  key: OccurrenceKey,
  toolCallId: string,
): OccurrenceKey | undefined {
  if (isSummarized(state, key)) return key;
  return hasLegacyBareRecord(state, toolCallId) ? occurrenceKey(toolCallId) : undefined;
}

/** The record of an occurrence; that of its original where a session of the reference aliased it. */
export function recordOf(state: Readonly<PruneState>, key: OccurrenceKey): ToolCallRecord | undefined {
  const original = state.aliases.get(key);
  return state.records.get(key) ?? (original === undefined ? undefined : state.records.get(original));
}

/** Whether the record of an occurrence does not show. */
export const isVerbatim = (state: Readonly<PruneState>, key: OccurrenceKey): boolean =>
  whyVerbatim(state, key) !== undefined;

/** Whether a person took back what is known of a result in the context, under whatever key it is known. */
export function isRestored(state: Readonly<PruneState>, key: OccurrenceKey, toolCallId: string): boolean {
  const known = indexedKey(state, key, toolCallId);
  return known !== undefined && whyVerbatim(state, known) === "restored";
}

/** An alias of the reference goes with its original. */
function whyVerbatim(
  { records, aliases, verbatim }: Readonly<PruneState>,
  key: OccurrenceKey,
): Verbatim | undefined {
  return verbatim.get(records.has(key) ? key : (aliases.get(key) ?? key));
}

/** The ref that the stub of an occurrence shows; it may have got another name by an entry whose record never came. */
export const shownRef = (state: Readonly<PruneState>, key: OccurrenceKey): string | undefined =>
  state.records.get(key)?.ref ?? refOf(state, key);

/** The ref of an occurrence; an alias without a ref of its own shows its original's. */
export function refOf(state: Readonly<PruneState>, key: OccurrenceKey): ShortRef | undefined {
  const original = state.aliases.get(key);
  return state.refOfKey.get(key) ?? (original === undefined ? undefined : state.refOfKey.get(original));
}
