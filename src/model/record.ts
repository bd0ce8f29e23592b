import { type CapturedBatch, type CapturedCall, resultChars } from "./batch.ts";
import type { ToolCallRecord } from "./entries.ts";
import { contentHash, exactHash } from "./hash.ts";
import { imagesOf, textOf } from "./message.ts";
import { type OccurrenceKey, occurrenceKey } from "./occurrence.ts";
import type { ShortRef } from "./refs.ts";

/** The occurrence a record is about. */
export const keyOfRecord = ({ toolCallId, resultTimestamp, ordinal }: ToolCallRecord): OccurrenceKey =>
  occurrenceKey(toolCallId, resultTimestamp, ordinal);

/**
 * What the archive keeps of a finished call: who it was and where the session holds its result and arguments. It changes
 * nothing that the model sees; a stub or argument effects are added by whoever has them.
 */
export function recordOfCall(call: CapturedCall, batch: CapturedBatch, ref: ShortRef): ToolCallRecord {
  const { turnIndex, timestamp } = call.turn ?? batch;
  // Old files hold results without a usable time: those are known by their bare id, and by their content.
  const hasTime = Number.isFinite(call.resultTimestamp);
  // Another image is neither another size nor another text.
  const needsExactHash = call.hasTwin || !hasTime || imagesOf(call.content).length > 0;
  return {
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    isError: call.isError,
    turnIndex,
    ...(Number.isFinite(timestamp) && { timestamp }),
    ...(hasTime && { resultTimestamp: call.resultTimestamp }),
    ...(call.ordinal > 0 && { ordinal: call.ordinal }),
    ref,
    ...(call.entryId !== undefined && { entryId: call.entryId }),
    ...(call.assistantEntryId !== undefined && { assistantEntryId: call.assistantEntryId }),
    chars: resultChars(call),
    contentHash: contentHash(call.toolName, textOf(call.content)),
    ...(needsExactHash && { exactHash: exactHash(call.content) }),
  };
}
