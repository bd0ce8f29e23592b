import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import type { BranchMessage } from "../model/branch.ts";
import { isAnswer, isToolResult, type Messages, textOf } from "../model/message.ts";
import { OccurrenceCounter, type OccurrenceKey, occurrenceKey } from "../model/occurrence.ts";
import { captureBranch } from "./capture.ts";

/**
 * The finished calls whose results no completed reply stands behind, with what the branch knows of them. They are taken
 * from the messages of a request: on host A the branch may lag behind those.
 */
export function unreadBatches(
  messages: Messages,
  branch: readonly BranchMessage[],
): readonly CapturedBatch[] {
  const unread = unreadKeys(messages);
  const held = heldCalls(branch);
  return captureBranch(messages.map((message) => ({ message }))).flatMap((batch): CapturedBatch[] => {
    const calls = batch.calls.filter(({ key }) => unread.has(key)).map((call) => withEntries(call, held));
    return calls.length > 0 ? [{ ...batch, calls }] : [];
  });
}

/** The results behind the latest completed reply. */
function unreadKeys(messages: Messages): ReadonlySet<OccurrenceKey> {
  const lastAnswer = messages.findLastIndex(isAnswer);
  const occurrences = new OccurrenceCounter();
  const unread = new Set<OccurrenceKey>();
  for (const [index, message] of messages.entries()) {
    if (!isToolResult(message)) continue;
    const { key } = occurrences.next(message.toolCallId, message.timestamp);
    if (index > lastAnswer) unread.add(key);
  }
  return unread;
}

interface HeldCall {
  readonly batch: CapturedBatch;
  readonly call: CapturedCall;
}

/** The calls of a branch by id and time. */
function heldCalls(branch: readonly BranchMessage[]): ReadonlyMap<OccurrenceKey, readonly HeldCall[]> {
  const held = new Map<OccurrenceKey, HeldCall[]>();
  for (const batch of captureBranch(branch)) {
    for (const call of batch.calls) {
      const name = occurrenceKey(call.toolCallId, call.resultTimestamp);
      const same = held.get(name);
      if (same) same.push({ batch, call });
      else held.set(name, [{ batch, call }]);
    }
  }
  return held;
}

/** A compaction shifts the count of equal ids and times: only the same content is the same call. */
function withEntries(call: CapturedCall, held: ReturnType<typeof heldCalls>): CapturedCall {
  const text = textOf(call.content);
  const same = (held.get(occurrenceKey(call.toolCallId, call.resultTimestamp)) ?? []).filter(
    (each) => textOf(each.call.content) === text,
  );
  const found = same.find((each) => each.call.key === call.key) ?? same.at(-1);
  if (!found) return call;
  const { turnIndex, timestamp } = found.batch;
  const { entryId, assistantEntryId } = found.call;
  return {
    ...call,
    turn: { turnIndex, timestamp },
    ...(entryId !== undefined && { entryId }),
    ...(assistantEntryId !== undefined && { assistantEntryId }),
  };
}
