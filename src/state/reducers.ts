import type {
  ArgumentEffect,
  EntryData,
  EntryType,
  StateEntry,
  ToolCallRecord,
  ToolCallRef,
} from "../model/entries.ts";
import { type OccurrenceKey, occurrenceKey } from "../model/occurrence.ts";
import { keyOfRecord } from "../model/record.ts";
import { isShortRef, type ShortRef } from "../model/refs.ts";
import { addUsage, NO_USAGE } from "../model/usage.ts";
import { emptyState, type PruneState, type Verbatim } from "./state.ts";

/** How each kind of entry changes the state: the one place that knows, live or on reload. */
const reducers: { [K in EntryType]: (state: PruneState, data: EntryData<K>) => void } = {
  "context-prune-index": (state, { toolCalls, backfilled, refs = [] }) => {
    for (const record of toolCalls) {
      const key = keyOfRecord(record);
      addRecord(state, key, record);
      // A backfilled record never answers for another call: its text was not compared by anyone.
      if (!backfilled && record.contentHash && !state.canonicals.has(record.contentHash)) {
        state.canonicals.set(record.contentHash, key);
      }
    }
    for (const [index, ref] of refs.entries()) {
      if (typeof ref !== "string") registerRef(state, ref);
      else if (toolCalls[index]) name(state, ref, keyOfRecord(toolCalls[index]));
    }
  },
  "context-prune-summary": (state, summary) => {
    state.summaries.push(summary);
    for (const ref of summary.toolCallRefs) registerRef(state, ref);
  },
  "context-prune-dedup-alias": (state, alias) => {
    const key = occurrenceKey(alias.newToolCallId, alias.newResultTimestamp, alias.newOrdinal);
    const original = occurrenceKey(
      alias.originalToolCallId,
      alias.originalResultTimestamp,
      alias.originalOrdinal,
    );
    state.aliases.set(key, original);
    if (alias.record) addRecord(state, key, alias.record);
    else addKey(state, alias.newToolCallId, key);
  },
  "context-prune-frontier": (state, frontier) => {
    state.frontier = frontier;
    if (!frontier.skips) state.referenceFrontier = frontier;
    for (const skip of frontier.skips ?? []) {
      const because = skip.because ?? frontier.skippedBecause;
      if (!because) continue;
      state.skips.set(occurrenceKey(skip.toolCallId, skip.resultTimestamp, skip.ordinal), {
        ...skip,
        because,
      });
    }
  },
  "context-prune-stats": (state, stats) => {
    state.stats = stats;
    state.uncounted = NO_USAGE;
  },
  "context-prune-chain": (state, chain) => {
    state.chains.set(chain.startUserTimestamp, chain);
  },
  "context-prune-texts": (state, { usage = NO_USAGE }) => {
    state.uncounted = addUsage([state.uncounted, usage]);
  },
  "context-prune-diagnostic": (state, { kind, key, detail }) => {
    state.diagnosed.set(`${kind}\0${key ?? detail}`, kind);
  },
  "context-prune-flush-metrics": () => {},
  "context-prune-calibration": (state, calibration) => {
    state.calibrations.set(calibration.model, calibration);
  },
  "context-prune-effect": (state, effect) => {
    switch (effect.kind) {
      case "enabled":
      case "recoverable":
        state[effect.kind] = effect.value;
        break;
      case "restored":
        setVerbatim(state, effect.refs, "restored");
        break;
      case "pruned":
        for (const key of keysOf(state, effect.refs)) state.verbatim.delete(key);
        break;
      case "protection":
        // What is protected no longer does not turn back into a stub by itself: that is a flush's decision.
        for (const [key, why] of state.verbatim) if (why === "protected") state.verbatim.set(key, "lifted");
        setVerbatim(state, effect.refs, "protected");
        state.protection = effect.fingerprint;
        break;
      case "arguments":
        for (const call of effect.calls) setArguments(state, call.ref, call.arguments);
    }
  },
};

function addRecord(state: PruneState, key: OccurrenceKey, record: ToolCallRecord): void {
  state.records.set(key, record);
  state.skips.delete(key);
  addKey(state, record.toolCallId, key);
  if (record.ref) name(state, record.ref, key);
}

function addKey(state: PruneState, id: string, key: OccurrenceKey): void {
  const keys = state.keysOfId.get(id);
  if (keys) keys.add(key);
  else state.keysOfId.set(id, new Set([key]));
}

function registerRef(state: PruneState, ref: ToolCallRef): void {
  name(state, ref.shortId, occurrenceKey(ref.toolCallId, ref.resultTimestamp, ref.ordinal));
}

// The first owner of a name keeps it: a name that changed its meaning would answer with another call's output.
function name(state: PruneState, ref: string, key: OccurrenceKey): void {
  if (!isShortRef(ref)) return;
  if (!state.keyOfRef.has(ref)) state.keyOfRef.set(ref, key);
  if (!state.refOfKey.has(key)) state.refOfKey.set(key, ref);
}

function* keysOf(state: PruneState, refs: readonly string[]): Generator<OccurrenceKey> {
  for (const ref of refs) {
    const key = state.keyOfRef.get(ref as ShortRef);
    if (key) yield key;
  }
}

function setVerbatim(state: PruneState, refs: readonly string[], why: Verbatim): void {
  for (const key of keysOf(state, refs)) state.verbatim.set(key, why);
}

// What a call's arguments show may be recorded long after the call: a failed one has a cool-down.
function setArguments(state: PruneState, ref: string, effects: ArgumentEffect[]): void {
  for (const key of keysOf(state, [ref])) {
    const record = state.records.get(key);
    if (record) state.records.set(key, { ...record, arguments: effects });
  }
}

/** Lets one entry take effect on a state the caller owns. */
export function apply<K extends EntryType>(state: PruneState, entry: { type: K; data: EntryData<K> }): void {
  reducers[entry.type](state, entry.data);
  state.revision++;
}

/** The host compacted the branch: what was pruned until now is no longer in the context, but stays recoverable. */
export function applyCompaction(state: PruneState): void {
  state.refsAtCompaction = [...state.keyOfRef.keys()];
  state.revision++;
}

/** The state after a whole branch: what a reload must arrive at. */
export function fold(entries: Iterable<StateEntry>): PruneState {
  const state = emptyState();
  for (const entry of entries) {
    if (entry.type === "compaction") applyCompaction(state);
    else apply(state, entry);
  }
  return state;
}
