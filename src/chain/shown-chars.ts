import { type CapturedCall, resultChars } from "../model/batch.ts";
import type { BranchMessage } from "../model/branch.ts";
import type { ToolCallRecord } from "../model/entries.ts";
import { type AgentMessage, isAssistant, isToolResult } from "../model/message.ts";
import { messageChars } from "../model/size.ts";
import { indexedKey } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";
import type { ChainRange } from "./detect.ts";

/** What the render at least leaves of a result that a record of the reference stands for. */
const REFERENCE_STUB_CHARS = 90;

/** Characters that a chain's assistant messages and results take in the context, with all recorded effects on them. */
export function shownChars(
  chain: ChainRange,
  branch: readonly BranchMessage[],
  state: Readonly<PruneState>,
): number {
  const calls = chain.batches.flatMap((batch) => batch.calls);
  const callOf = new Map(calls.map((call) => [call.entryId, call]));
  let chars = 0;
  for (const { entryId, message } of branch.slice(chain.startIndex + 1, chain.endIndex))
    chars += sizeOf(message, callOf.get(entryId), state);
  return chars - calls.reduce((sum, call) => sum + condensedChars(call, state), 0);
}

function sizeOf(message: AgentMessage, call: CapturedCall | undefined, state: Readonly<PruneState>): number {
  if (isAssistant(message)) return messageChars(message);
  return isToolResult(message) && call ? shownResultChars(call, state) : 0;
}

function shownResultChars(call: CapturedCall, state: Readonly<PruneState>): number {
  const raw = resultChars(call);
  const record = shownRecord(call, state);
  if (!record) return raw;
  if (record.stub !== undefined) return Math.min(raw, record.stub.length);
  return record.resultText === undefined && record.spillPath === undefined
    ? raw
    : Math.min(raw, REFERENCE_STUB_CHARS);
}

function condensedChars(call: CapturedCall, state: Readonly<PruneState>): number {
  const effects = shownRecord(call, state)?.arguments ?? [];
  return effects.reduce((sum, { text, chars = text.length }) => sum + chars - text.length, 0);
}

/** The record whose effects a call shows; none where they were taken back. */
function shownRecord(
  { key, toolCallId }: CapturedCall,
  state: Readonly<PruneState>,
): ToolCallRecord | undefined {
  const known = indexedKey(state, key, toolCallId);
  return known === undefined || state.verbatim.has(known) ? undefined : state.records.get(known);
}
