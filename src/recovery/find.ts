import type { ToolCallRecord } from "../model/entries.ts";
import { type OccurrenceKey, parseOccurrenceKey } from "../model/occurrence.ts";
import { isShortRef, type ShortRef } from "../model/refs.ts";
import { recordOf } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";

/** What is archived: on the active branch, and (folded only when something is not found there) in the whole file. */
export interface Known {
  readonly branch: Readonly<PruneState>;
  readonly file: () => Readonly<PruneState>;
}

/** The same, with the file folded once at most. */
export function remembering({ branch, file }: Known): Known {
  let folded: Readonly<PruneState> | undefined;
  return {
    branch,
    file: () => {
      folded ??= file();
      return folded;
    },
  };
}

/** An archived call that was asked for. */
export interface FoundCall {
  readonly key: OccurrenceKey;
  readonly record: ToolCallRecord;
  /** How the call is headed: the ref, or the occurrence key where it was asked for by id. */
  readonly label: string;
  /** A ref that names this call and no other. */
  readonly ref?: ShortRef;
  /** The active branch does not have it: another branch of the session does. */
  readonly isElsewhere: boolean;
}

/**
 * The calls a name stands for, in time order; several where a provider used an id again. A ref always wins over an id
 * of the same spelling, and the active branch over the others.
 */
export function callsNamed(name: string, { branch, file }: Known): readonly FoundCall[] {
  const byRef = (state: Readonly<PruneState>, isElsewhere: boolean) => {
    const key = isShortRef(name) ? state.keyOfRef.get(name) : undefined;
    return key === undefined ? [] : [foundCall(state, key, { label: name, isElsewhere })];
  };
  const byId = (state: Readonly<PruneState>, isElsewhere: boolean) =>
    keysNamed(state, name).map((key) => foundCall(state, key, { label: key, isElsewhere }));
  const lookups = isShortRef(name)
    ? [
        () => byRef(branch, false),
        () => byRef(file(), true),
        () => byId(branch, false),
        () => byId(file(), true),
      ]
    : [() => byId(branch, false), () => byId(file(), true)];
  for (const lookup of lookups) {
    const calls = lookup();
    if (calls.length > 0) return calls;
  }
  return [];
}

/** Whether a state knows this very spelling as the id or the occurrence key of a call. */
export const knowsId = (state: Readonly<PruneState>, name: string): boolean =>
  keysNamed(state, name).length > 0;

/** Every archived call of a state, newest first. */
export function allCalls(state: Readonly<PruneState>): readonly FoundCall[] {
  const keys = new Set([...state.records.keys(), ...state.aliases.keys()]);
  return byTime(state, [...keys])
    .reverse()
    .map((key) => foundCall(state, key, { label: ownRef(state, key) ?? key, isElsewhere: false }));
}

function keysNamed(state: Readonly<PruneState>, name: string): readonly OccurrenceKey[] {
  const keys = state.keysOfId.get(name);
  if (keys) return byTime(state, [...keys]);
  const key = name as OccurrenceKey;
  return state.records.has(key) || state.aliases.has(key) ? [key] : [];
}

function byTime(state: Readonly<PruneState>, keys: OccurrenceKey[]): OccurrenceKey[] {
  const times = new Map(keys.map((key) => [key, timeOf(state, key)]));
  return keys.sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0) || ordinalOf(a) - ordinalOf(b));
}

// A record of an old session has no time of its own: that of its assistant message is close enough to order by.
const timeOf = (state: Readonly<PruneState>, key: OccurrenceKey): number =>
  parseOccurrenceKey(key).resultTimestamp ?? state.records.get(key)?.timestamp ?? 0;

const ordinalOf = (key: OccurrenceKey): number => parseOccurrenceKey(key).ordinal;

function foundCall(
  state: Readonly<PruneState>,
  key: OccurrenceKey,
  how: { readonly label: string; readonly isElsewhere: boolean },
): FoundCall {
  const ref = ownRef(state, key);
  return { key, record: recordOf(state, key) ?? bareRecord(key), ...how, ...(ref && { ref }) };
}

// An alias of the reference shows its original's ref, and that answers with the original's bytes.
function ownRef(state: Readonly<PruneState>, key: OccurrenceKey): ShortRef | undefined {
  const ref = state.refOfKey.get(key);
  return ref !== undefined && state.keyOfRef.get(ref) === key ? ref : undefined;
}

/** What is known of an alias whose original is not indexed: that it happened. */
function bareRecord(key: OccurrenceKey): ToolCallRecord {
  return { toolName: "unknown", ...parseOccurrenceKey(key) };
}
