import { readBatches } from "../capture/read-batches.ts";
import { workTest } from "../capture/work.ts";
import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import type { ArgumentEffect, PruneEntry, ToolCallRecord } from "../model/entries.ts";
import { recordOfCall } from "../model/record.ts";
import { type ShortRef, shortRef } from "../model/refs.ts";
import type { PruneState } from "../state/state.ts";
import { argumentEffects } from "./condense-arguments.ts";
import { dueArguments } from "./due-arguments.ts";
import { effectPlace } from "./effect-place.ts";
import type { FlushContext } from "./stage.ts";

export type LateArgumentsQuestion = Pick<
  FlushContext,
  "branch" | "settings" | "state" | "isProtected" | "firstRef" | "nonce"
> & {
  /** How many of the latest read results stay as they are, with their calls. */
  readonly keep: number;
};

interface LateArguments {
  readonly records: ToolCallRecord[];
  readonly effects: { ref: string; arguments: ArgumentEffect[] }[];
}

/**
 * The entries for calls that an earlier flush dealt with and whose arguments became due since: a failed call has a
 * cool-down, a signed one waits for the next prompt. A call that was passed over then gets a record without a stub.
 * `state` is what it is after the flush's own entries; what is still to be taken by a flush is left to it.
 */
export function lateArgumentEntries(question: LateArgumentsQuestion): PruneEntry[] {
  const { records, effects } = lateArguments(question);
  return [
    ...(records.length > 0 ? [{ type: "context-prune-index", data: { toolCalls: records } } as const] : []),
    ...(effects.length > 0
      ? [{ type: "context-prune-effect", data: { kind: "arguments", calls: effects } } as const]
      : []),
  ];
}

function lateArguments(question: LateArgumentsQuestion): LateArguments {
  const { branch, keep, state, isProtected, firstRef, nonce } = question;
  const dueOf = dueArguments(question);
  const placeOf = placeForEffect(question);
  const found: LateArguments = { records: [], effects: [] };
  const take = (call: CapturedCall, batch: CapturedBatch) => {
    const due = dueOf(call);
    const place = due.length > 0 && !isProtected(call.toolName, call.args) ? placeOf(call) : "nowhere";
    if (place === "nowhere") return;
    const ref = place === "new" ? shortRef(firstRef + found.records.length) : place;
    const effects = argumentEffects(call, due, { ref, nonce });
    if (effects.length === 0) return;
    if (place === "new") found.records.push({ ...recordOfCall(call, batch, ref), arguments: effects });
    else found.effects.push({ ref, arguments: effects });
  };
  const compressed = compressedKeys(state);
  for (const batch of readBatches(branch, keep))
    for (const call of batch.calls) if (!compressed.has(call.key)) take(call, batch);
  return found;
}

/** Which record takes the effects of a call; none as long as a flush is to take the call itself. */
function placeForEffect({ branch, state, settings }: LateArgumentsQuestion) {
  const isWork = workTest(
    branch.map(({ message }) => message),
    state,
    settings,
  );
  return (call: CapturedCall): ShortRef | "new" | "nowhere" => {
    const place = effectPlace(state, call);
    return place === "new" && isWork(call) ? "nowhere" : place;
  };
}

/** What a compressed chain has dropped shows no arguments. */
function compressedKeys({ chains }: Readonly<PruneState>): ReadonlySet<string> {
  return new Set([...chains.values()].flatMap(({ droppedOccurrenceKeys = [] }) => droppedOccurrenceKeys));
}
