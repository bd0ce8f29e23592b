import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import { isToolResult, type ToolResultMessage } from "../model/message.ts";
import { occurrenceKey } from "../model/occurrence.ts";

/** A session entry that holds a tool result, as it was written: edits are not applied. */
export interface ResultEntry {
  readonly id: string;
  readonly parentId: string | null;
  readonly message: ToolResultMessage;
}

/** Tool results of some entries, by what names them; results that share a name stand in entry order. */
export interface SessionIndex {
  /** By id and timestamp, without the ordinal that tells twins apart. */
  readonly byOccurrence: ReadonlyMap<string, readonly ResultEntry[]>;
  readonly byCallId: ReadonlyMap<string, readonly ResultEntry[]>;
}

export function indexResults(entries: readonly SessionEntry[]): SessionIndex {
  const byOccurrence = new Map<string, ResultEntry[]>();
  const byCallId = new Map<string, ResultEntry[]>();
  for (const entry of entries) {
    const result = resultEntry(entry);
    if (!result) continue;
    const { toolCallId, timestamp } = result.message;
    add(byOccurrence, occurrenceKey(toolCallId, timestamp), result);
    add(byCallId, toolCallId, result);
  }
  return { byOccurrence, byCallId };
}

export function resultEntry(entry: SessionEntry | undefined): ResultEntry | undefined {
  if (entry?.type !== "message" || !isToolResult(entry.message)) return undefined;
  return { id: entry.id, parentId: entry.parentId, message: entry.message };
}

function add(map: Map<string, ResultEntry[]>, name: string, entry: ResultEntry): void {
  const entries = map.get(name);
  if (entries) entries.push(entry);
  else map.set(name, [entry]);
}
