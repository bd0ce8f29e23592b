import { type CapturedBatch, type CapturedCall, resultChars } from "./batch.ts";
import type { ToolCallRecord } from "./entries.ts";
import { contentHash, exactHash } from "./hash.ts";
import { imagesOf, textOf } from "./message.ts";
import { type OccurrenceKey, occurrenceKey } from "./occurrence.ts";
import type { ShortRef } from "./refs.ts";

/** What names an occurrence in an entry. */
export type RecordedName = Pick<ToolCallRecord, "toolCallId" | "resultTimestamp" | "ordinal">;

/** The occurrence a record is about. */
export const keyOfRecord = ({ toolCallId, resultTimestamp, ordinal }: RecordedName): OccurrenceKey =>
  occurrenceKey(toolCallId, resultTimestamp, ordinal);

/** How entries name a call. Old files hold results without a usable time: those are known by their bare id. */
export const recordedName = ({ toolCallId, resultTimestamp, ordinal }: CapturedCall): RecordedName => ({
  toolCallId,
  ...(Number.isFinite(resultTimestamp) && { resultTimestamp }),
  ...(ordinal > 0 && { ordinal }),
});

/**
 * What the archive keeps of a finished call: who it was and where the session holds its result and arguments. It changes
 * nothing that the model sees; a stub or argument effects are added by whoever has them.
 */
export function recordOfCall(call: CapturedCall, batch: CapturedBatch, ref: ShortRef): ToolCallRecord {
  const { turnIndex, timestamp } = call.turn ?? batch;
  const name = recordedName(call);
  // Without a time the content has to tell. Another image is neither another size nor another text.
  const needsExactHash =
    call.hasTwin || name.resultTimestamp === undefined || imagesOf(call.content).length > 0;
  return {
    ...name,
    toolName: call.toolName,
    isError: call.isError,
    turnIndex,
    ...(Number.isFinite(timestamp) && { timestamp }),
    ref,
    ...(call.entryId !== undefined && { entryId: call.entryId }),
    ...(call.assistantEntryId !== undefined && { assistantEntryId: call.assistantEntryId }),
    chars: resultChars(call),
    contentHash: contentHash(call.toolName, textOf(call.content)),
    ...(needsExactHash && { exactHash: exactHash(call.content) }),
  };
}
