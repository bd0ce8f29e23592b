import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import type { BranchMessage } from "../model/branch.ts";
import { isAnswer, isToolResult, type Messages, textOf } from "../model/message.ts";
import { OccurrenceCounter, type OccurrenceKey } from "../model/occurrence.ts";
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
  const held = new Map(
    captureBranch(branch).flatMap((batch) => batch.calls.map((call) => [call.key, { batch, call }] as const)),
  );
  return captureBranch(messages.map((message) => ({ message }))).flatMap((batch): CapturedBatch[] => {
    const calls = batch.calls
      .filter(({ key }) => unread.has(key))
      .map((call) => withEntries(call, held.get(call.key)));
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

/** A compaction may shift the count of equal ids and times: only the same content is the same call. */
function withEntries(
  call: CapturedCall,
  held: { readonly batch: CapturedBatch; readonly call: CapturedCall } | undefined,
): CapturedCall {
  if (!held || textOf(held.call.content) !== textOf(call.content)) return call;
  const { turnIndex, timestamp } = held.batch;
  const { entryId, assistantEntryId } = held.call;
  return {
    ...call,
    turn: { turnIndex, timestamp },
    ...(entryId !== undefined && { entryId }),
    ...(assistantEntryId !== undefined && { assistantEntryId }),
  };
}
