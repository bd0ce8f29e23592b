import type { ToolCallRecord } from "../model/entries.ts";
import type { Messages } from "../model/message.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import { refOf } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";

/** Refs whose summary is delivered by a message in this context, as the reference does. */
export function summarizedInMessages(messages: Messages): ReadonlySet<string> {
  const refs = new Set<string>();
  for (const message of messages) {
    if (message?.role !== "custom" || message.customType !== "context-prune-summary") continue;
    for (const ref of refsIn(message.details)) refs.add(ref);
  }
  return refs;
}

function refsIn(details: unknown): string[] {
  const { toolCallRefs, toolCallIds } = (details ?? {}) as { toolCallRefs?: unknown; toolCallIds?: unknown };
  if (!Array.isArray(toolCallRefs)) return Array.isArray(toolCallIds) ? toolCallIds.filter(isString) : [];
  return toolCallRefs.map((ref: { shortId?: unknown } | null) => ref?.shortId).filter(isString);
}

const isString = (value: unknown): value is string => typeof value === "string";

interface ReferenceStub {
  readonly state: Readonly<PruneState>;
  readonly key: OccurrenceKey;
  readonly record: ToolCallRecord;
  readonly toolName: string;
  readonly described: ReadonlySet<string>;
}

/**
 * The stub of a record the reference wrote, which holds no text of its own: short, because the summary stands in a
 * message. Undefined where that message is not in the context (a compaction took it), so that no stub goes without.
 */
export function referenceStub({
  state,
  key,
  record,
  toolName,
  described,
}: ReferenceStub): string | undefined {
  const ref = refOf(state, key) ?? record.toolCallId;
  if (record.spillPath !== undefined) {
    return [
      `[Oversized output spilled to file — ${record.spillBytes ?? 0} bytes.]`,
      `Tool: ${toolName}`,
      `Preview (head):\n${record.resultPreview ?? ""}`,
      `Full output — read this file (offset/limit supported): ${record.spillPath}`,
      `Or use context_tree_query with ref \`${ref}\`.`,
    ].join("\n");
  }
  if (!described.has(ref)) return undefined;
  return `[Summarized in pruner summary, ref \`${ref}\`. Use context_tree_query to retrieve full output.]`;
}
