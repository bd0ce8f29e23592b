import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import type { Messages } from "../model/message.ts";
import { branchEntries, contextEdits, editedMessage, knowsEdits, type SessionReader } from "./branch.ts";

type Edited = (messages: Messages) => Messages;

/**
 * Host A keeps the edits that host B wrote into a session, but sends what they took out. This applies those of the
 * active branch to messages of host A, so that what was redacted stays redacted on both. Host B applies its edits
 * itself, and host A writes none: what the branch holds when it is opened is all there is.
 */
export function unappliedEdits(session: SessionReader): Edited {
  if (knowsEdits(session)) return (messages) => messages;
  const entries = branchEntries(session);
  const edits = contextEdits(entries);
  const shown = entries.flatMap((entry) => namedBy(entry) ?? []);
  const keys = keysOf(shown.map(({ named }) => named));
  const byMessage = new Map(
    shown.flatMap(({ id }, index) => {
      const edit = edits.get(id);
      const key = keys[index];
      return edit && key !== undefined ? [[key, edit] as const] : [];
    }),
  );
  if (byMessage.size === 0) return (messages) => messages;
  return (messages) => {
    const keys = keysOf(messages);
    return messages.flatMap(
      (message, index) => editedMessage(message, byMessage.get(keys[index] ?? "")) ?? [],
    );
  };
}

function namedBy(entry: SessionEntry): { readonly id: string; readonly named: Named } | undefined {
  const { id } = entry;
  if (entry.type === "message") return { id, named: entry.message };
  if (entry.type !== "custom_message") return undefined;
  const { customType, timestamp } = entry;
  return { id, named: { role: "custom", customType, timestamp: Date.parse(timestamp) } };
}

interface Named {
  readonly role: string;
  readonly timestamp: number;
  readonly toolCallId?: string;
  readonly customType?: string;
}

/**
 * The host's messages are copies: what tells them apart stays. Among equals their place does, counted from the end:
 * a compaction takes away those in front.
 */
function keysOf(messages: readonly Named[]): readonly string[] {
  const counts = new Map<string, number>();
  return messages
    .map((message) => [message?.role, message?.timestamp, message?.toolCallId, message?.customType])
    .map((parts) => JSON.stringify(parts))
    .reverse()
    .map((name) => {
      const place = counts.get(name) ?? 0;
      counts.set(name, place + 1);
      return `${name}#${place}`;
    })
    .reverse();
}
