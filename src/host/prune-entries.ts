import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import { Value } from "@sinclair/typebox/value";
import { entrySchemas, type PruneEntry, type StateEntry } from "../model/entries.ts";
import { textOf } from "../model/message.ts";
import { type ContextEdit, contextEdits } from "./branch.ts";

/**
 * The pruner's own entries among a session's, in order. The one place where malformed, foreign and future entries are
 * passed over, and where a summary that the reference delivered as a message becomes what the core knows, with what an
 * edit made of it.
 */
export function* pruneEntries(
  entries: readonly SessionEntry[],
  edits = contextEdits(entries),
): Generator<PruneEntry> {
  for (const entry of entries) {
    if (entry.type !== "custom" && entry.type !== "custom_message") continue;
    const type = entry.customType;
    if (!isEntryType(type)) continue;
    const data =
      entry.type === "custom" ? ownData(type, entry) : messageData(type, entry, edits.get(entry.id));
    if (Value.Check(entrySchemas[type], data)) yield { type, data } as PruneEntry;
  }
}

const isEntryType = (type: string): type is PruneEntry["type"] => Object.hasOwn(entrySchemas, type);

function ownData(type: PruneEntry["type"], entry: Extract<SessionEntry, { type: "custom" }>): unknown {
  const { data } = entry;
  // The reference's frontier says nothing about when it was written, and a reused id needs that to be told apart.
  if (type !== "context-prune-frontier" || !isObject(data) || data.skips !== undefined) return data;
  return { ...data, writtenAt: Date.parse(entry.timestamp) };
}

function messageData(
  type: PruneEntry["type"],
  entry: Extract<SessionEntry, { type: "custom_message" }>,
  edit: ContextEdit | undefined,
): unknown {
  if (type !== "context-prune-summary") return undefined;
  const details = isObject(entry.details) ? entry.details : {};
  const { toolCallRefs = refsOfIds(details.toolCallIds), toolNames = [], turnIndex, timestamp } = details;
  return {
    text: textOf(edit ? edit.replacement?.content : entry.content),
    ...(edit && { edited: true }),
    toolCallRefs,
    toolNames,
    ...(typeof turnIndex === "number" && { turnIndex }),
    ...(typeof timestamp === "number" && { timestamp }),
    asMessage: true,
  };
}

// Sessions of the reference's ancestor list bare ids, which are their own names.
function refsOfIds(ids: unknown): unknown {
  return Array.isArray(ids) ? ids.map((id) => ({ shortId: id, toolCallId: id })) : undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same with the host's compactions among them: what the state of a branch is made of. */
export function* stateEntries(entries: readonly SessionEntry[]): Generator<StateEntry> {
  const edits = contextEdits(entries);
  for (const entry of entries) {
    if (entry.type === "compaction") yield { type: "compaction" };
    else yield* pruneEntries([entry], edits);
  }
}
