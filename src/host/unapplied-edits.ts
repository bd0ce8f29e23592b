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
  const byMessage = new Map(
    entries.flatMap((entry) => {
      const edit = edits.get(entry.id);
      const key = edit && keyOfEntry(entry);
      return edit && key !== undefined ? [[key, edit] as const] : [];
    }),
  );
  if (byMessage.size === 0) return (messages) => messages;
  return (messages) =>
    messages.flatMap((message) => editedMessage(message, byMessage.get(keyOf(message))) ?? []);
}

function keyOfEntry(entry: SessionEntry): string | undefined {
  if (entry.type === "message") return keyOf(entry.message);
  if (entry.type !== "custom_message") return undefined;
  return keyOf({ role: "custom", timestamp: Date.parse(entry.timestamp) });
}

interface Named {
  readonly role: string;
  readonly timestamp: number;
  readonly toolCallId?: string;
}

// The host's messages are copies: what tells them apart stays.
const keyOf = (message: Named): string =>
  JSON.stringify([message?.role, message?.timestamp, message?.toolCallId]);
