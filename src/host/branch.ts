import type { ExtensionContext, SessionEntry } from "@mariozechner/pi-coding-agent";
import type { BranchMessage } from "../model/branch.ts";
import type { AgentMessage } from "../model/message.ts";

export type SessionReader = ExtensionContext["sessionManager"];

/** Host B's entry that takes one earlier entry out of the model's context, or replaces what it shows. */
export interface ContextEdit {
  readonly type: "context_edit";
  readonly targetId: string;
  readonly replacement: { readonly content: unknown } | null;
}

/** The entries of the active branch, root first. The host's own `getBranch` is quadratic on host A. */
export function branchEntries(session: SessionReader): SessionEntry[] {
  const entries: SessionEntry[] = [];
  let entry = session.getLeafEntry();
  while (entry) {
    entries.push(entry);
    entry = entry.parentId ? session.getEntry(entry.parentId) : undefined;
  }
  return entries.reverse();
}

/**
 * The messages of a branch in the order the host sends them: what the latest compaction took away, its summary, what
 * it kept, what came after. Edits of host B's sessions are applied on both hosts, so that nothing redacted is read.
 */
export function branchMessages(entries: readonly SessionEntry[]): BranchMessage[] {
  const edits = contextEdits(entries);
  const compactionAt = entries.findLastIndex((entry) => entry.type === "compaction");
  const compaction = entries[compactionAt];
  if (compaction?.type !== "compaction") return entries.flatMap((entry) => messagesOf(entry, edits, true));
  const firstKept = entries.findIndex((entry) => entry.id === compaction.firstKeptEntryId);
  const keptFrom = firstKept >= 0 && firstKept < compactionAt ? firstKept : compactionAt;
  return [
    ...entries.slice(0, keptFrom).flatMap((entry) => messagesOf(entry, edits, false)),
    { entryId: compaction.id, message: compactionSummary(compaction), inContext: true },
    ...entries.slice(keptFrom, compactionAt).flatMap((entry) => messagesOf(entry, edits, true)),
    ...entries.slice(compactionAt + 1).flatMap((entry) => messagesOf(entry, edits, true)),
  ];
}

/** The texts of the host's own summaries, of branches and of compactions. */
export function* summaryTexts(entries: readonly SessionEntry[]): Generator<string> {
  for (const entry of entries)
    if ((entry.type === "branch_summary" || entry.type === "compaction") && typeof entry.summary === "string")
      yield entry.summary;
}

/** Whether the host itself knows edits: host B does, from the version on that shows system messages to extensions. */
export const knowsEdits = (session: SessionReader): boolean => "appendContextEdit" in session;

/** The latest edit of each entry. Host A knows no such entries but keeps them in files that host B wrote. */
export function contextEdits(entries: readonly SessionEntry[]): ReadonlyMap<string, ContextEdit> {
  const edits = new Map<string, ContextEdit>();
  for (const entry of entries as readonly (SessionEntry | ContextEdit)[])
    if (entry.type === "context_edit") edits.set(entry.targetId, entry);
  return edits;
}

const editableRoles: ReadonlySet<unknown> = new Set(["user", "assistant", "toolResult", "custom"]);

/**
 * What an entry still shows after its edit, as host B reads it; undefined when the edit takes it out. A string in the
 * place of a reply or a result becomes a block: hosts and providers read nothing else there.
 */
export function editedMessage(
  message: AgentMessage,
  edit: ContextEdit | undefined,
): AgentMessage | undefined {
  if (!edit) return message;
  if (!edit.replacement) return undefined;
  if (!editableRoles.has(message.role)) return message;
  const { content: given } = edit.replacement;
  const needsBlocks = message.role === "assistant" || message.role === "toolResult";
  const content = needsBlocks && typeof given === "string" ? [{ type: "text", text: given }] : given;
  return { ...message, content } as AgentMessage;
}

function messagesOf(
  entry: SessionEntry,
  edits: ReadonlyMap<string, ContextEdit>,
  inContext: boolean,
): readonly BranchMessage[] {
  const shown = messageOf(entry);
  const message = shown && editedMessage(shown, edits.get(entry.id));
  return message ? [{ entryId: entry.id, message, inContext }] : [];
}

function messageOf(entry: SessionEntry): AgentMessage | undefined {
  const timestamp = Date.parse(entry.timestamp);
  if (entry.type === "message") return entry.message;
  if (entry.type === "custom_message") {
    const { customType, content, display, details } = entry;
    return { role: "custom", customType, content, display, details, timestamp };
  }
  if (entry.type === "branch_summary" && entry.summary) {
    return { role: "branchSummary", summary: entry.summary, fromId: entry.fromId, timestamp };
  }
  return undefined;
}

function compactionSummary(entry: Extract<SessionEntry, { type: "compaction" }>): AgentMessage {
  const { summary, tokensBefore } = entry;
  return { role: "compactionSummary", summary, tokensBefore, timestamp: Date.parse(entry.timestamp) };
}
