import type { AgentMessage } from "../model/message.ts";
import { type OccurrenceKey, occurrenceKey } from "../model/occurrence.ts";

type CustomMessage = Extract<AgentMessage, { role: "custom" }>;

/** The message by which the reference delivers a summary. */
export const isSummaryMessage = (message: AgentMessage): message is CustomMessage =>
  message?.role === "custom" && message.customType === "context-prune-summary";

/** What left the context with compressed chains, under every name a summary may use for it. */
export interface DroppedCalls {
  readonly keys: ReadonlySet<OccurrenceKey>;
  readonly ids: ReadonlySet<string>;
  readonly refs: ReadonlySet<string>;
}

/**
 * Whether a summary message tells of a dropped call: its text is in the block, or told by it. Such a message may stand
 * behind the final reply, where no range reaches.
 */
export function tellsOf(message: AgentMessage, dropped: DroppedCalls): boolean {
  return isSummaryMessage(message) && refsOf(message).some((ref) => isDropped(ref, dropped));
}

function isDropped(
  { shortId, toolCallId, resultTimestamp, ordinal }: Ref,
  { keys, ids, refs }: DroppedCalls,
) {
  if (typeof shortId === "string" && refs.has(shortId)) return true;
  if (typeof toolCallId !== "string") return false;
  if (typeof resultTimestamp !== "number") return ids.has(toolCallId);
  return keys.has(occurrenceKey(toolCallId, resultTimestamp, typeof ordinal === "number" ? ordinal : 0));
}

interface Ref {
  readonly shortId?: unknown;
  readonly toolCallId?: unknown;
  readonly resultTimestamp?: unknown;
  readonly ordinal?: unknown;
}

// Sessions of the reference's ancestor list bare ids.
function refsOf({ details }: CustomMessage): readonly Ref[] {
  const { toolCallRefs, toolCallIds } = (details ?? {}) as { toolCallRefs?: unknown; toolCallIds?: unknown };
  if (Array.isArray(toolCallRefs))
    return toolCallRefs.filter((ref) => typeof ref === "object" && ref !== null);
  return Array.isArray(toolCallIds) ? toolCallIds.map((toolCallId) => ({ toolCallId })) : [];
}
