import { type CapturedBatch, type CapturedCall, resultChars } from "./batch.ts";
import type { ToolCallRecord } from "./entries.ts";
import { contentHash, exactHash } from "./hash.ts";
import { textOf } from "./message.ts";
import type { ShortRef } from "./refs.ts";

/**
 * What the archive keeps of a finished call: who it was and where the session holds its result and arguments. It changes
 * nothing that the model sees; a stub or argument effects are added by whoever has them.
 */
export function recordOfCall(call: CapturedCall, batch: CapturedBatch, ref: ShortRef): ToolCallRecord {
  return {
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    isError: call.isError,
    turnIndex: batch.turnIndex,
    ...(Number.isFinite(batch.timestamp) && { timestamp: batch.timestamp }),
    // Old files hold results without a usable time: those are known by their bare id.
    ...(Number.isFinite(call.resultTimestamp) && { resultTimestamp: call.resultTimestamp }),
    ...(call.ordinal > 0 && { ordinal: call.ordinal }),
    ref,
    ...(call.entryId !== undefined && { entryId: call.entryId }),
    ...(call.assistantEntryId !== undefined && { assistantEntryId: call.assistantEntryId }),
    chars: resultChars(call),
    contentHash: contentHash(call.toolName, textOf(call.content)),
    ...(call.hasTwin && { exactHash: exactHash(call.content) }),
  };
}
