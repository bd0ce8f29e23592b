import type { BranchMessage } from "../model/branch.ts";
import type { EntryData } from "../model/entries.ts";
import { type AgentMessage, textOf } from "../model/message.ts";
import { occurrenceKey } from "../model/occurrence.ts";
import type { ChainEntry } from "./resolve-range.ts";

export type Summary = EntryData<"context-prune-summary">;

type CustomMessage = Extract<AgentMessage, { role: "custom" }>;

/** The message by which the reference delivers a summary. */
export const isSummaryMessage = (message: AgentMessage): message is CustomMessage =>
  message?.role === "custom" && message.customType === "context-prune-summary";

/** The summary messages that the context holds. */
export const deliveredIn = (branch: readonly BranchMessage[]): AgentMessage[] =>
  branch.flatMap(({ message, inContext }) => (inContext && isSummaryMessage(message) ? [message] : []));

/** What left the context with compressed chains, under every name a summary may use for it. */
export interface DroppedCalls {
  readonly keys: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  readonly refs: ReadonlySet<string>;
}

/** The same of one chain, as its entry has it. */
export const droppedBy = (
  entry: Pick<ChainEntry, "droppedOccurrenceKeys" | "droppedToolCallIds" | "toolRefs">,
): DroppedCalls => ({
  keys: new Set(entry.droppedOccurrenceKeys),
  ids: new Set(entry.droppedToolCallIds),
  refs: new Set(entry.toolRefs),
});

/** Whether a summary tells of a dropped call. */
export const tellsOf = (refs: readonly Ref[], dropped: DroppedCalls): boolean =>
  refs.some((ref) => isDropped(ref, dropped));

/**
 * Whether a summary message says nothing that the blocks of the dropped calls do not: all it tells of went with them, or
 * a block has its text. Such a message may stand behind the final reply, where no range reaches; one that tells of a
 * chain that stays as well is all that the stubs there go by.
 */
export function isToldInBlocks(
  message: AgentMessage,
  dropped: DroppedCalls,
  bodies: readonly string[],
): boolean {
  if (!isSummaryMessage(message)) return false;
  const refs = refsOf(message);
  if (!tellsOf(refs, dropped)) return false;
  if (refs.every((ref) => isDropped(ref, dropped))) return true;
  const text = withoutFooter({ text: textOf(message.content) });
  return text !== "" && bodies.some((body) => body.includes(text));
}

/** What the summary messages among some messages say of the calls that a block tells of. */
export const textsAbout = (messages: readonly AgentMessage[], dropped: DroppedCalls): string[] =>
  messages.flatMap((message) =>
    isSummaryMessage(message) && tellsOf(refsOf(message), dropped) ? [textOf(message.content)] : [],
  );

/** A summary message as what the core knows. Files come from anyone: refs that name no call are left out. */
export function deliveredSummary(message: CustomMessage): Summary {
  const toolCallRefs = refsOf(message).flatMap(({ shortId, toolCallId, resultTimestamp, ordinal }) =>
    typeof shortId === "string" && typeof toolCallId === "string"
      ? [
          {
            shortId,
            toolCallId,
            ...(typeof resultTimestamp === "number" && { resultTimestamp }),
            ...(typeof ordinal === "number" && { ordinal }),
          },
        ]
      : [],
  );
  return { text: textOf(message.content), toolCallRefs, toolNames: [], asMessage: true };
}

/** The text of a summary without the list of refs that ends it: the block it goes into has its own. */
export function withoutFooter({ text }: Pick<Summary, "text">): string {
  const at = text.lastIndexOf("\n---\n**Summarized tool refs**:");
  return (at < 0 ? text : text.slice(0, at)).trim();
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

// Sessions of the reference's ancestor list bare ids, which are their own names.
function refsOf({ details }: CustomMessage): readonly Ref[] {
  const { toolCallRefs, toolCallIds } = (details ?? {}) as { toolCallRefs?: unknown; toolCallIds?: unknown };
  if (Array.isArray(toolCallRefs))
    return toolCallRefs.filter((ref) => typeof ref === "object" && ref !== null);
  return Array.isArray(toolCallIds) ? toolCallIds.map((id) => ({ shortId: id, toolCallId: id })) : [];
}
