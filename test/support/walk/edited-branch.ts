import type { SessionEntry } from "@mariozechner/pi-coding-agent";

type Message = Extract<SessionEntry, { type: "message" }>["message"];

/** An edit of an entry, as host B writes it: another content, or none at all. */
interface Edit {
  readonly type: "context_edit";
  readonly targetId: string;
  readonly replacement: { readonly content: unknown } | null;
}

/** A message of a branch, and what its latest edit has left of it; undefined when that took it out. */
export interface EditedMessage {
  readonly entry: Extract<SessionEntry, { type: "message" }>;
  readonly shown: Message | undefined;
  readonly isEdited: boolean;
}

/** From the root to an entry. Entries that came at `before` or later, in ms since 1970, are left out. */
export function branchTo(
  entries: readonly SessionEntry[],
  leaf: SessionEntry | undefined,
  before = Number.POSITIVE_INFINITY,
): readonly SessionEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const branch: SessionEntry[] = [];
  for (let at = leaf; at; at = at.parentId === null ? undefined : byId.get(at.parentId))
    if (Date.parse(at.timestamp) < before) branch.push(at);
  return branch.reverse();
}

/** The messages among some entries as the edits among others leave them. */
export function editedMessages(
  entries: readonly SessionEntry[],
  edited: readonly SessionEntry[] = entries,
): readonly EditedMessage[] {
  const edits = new Map(editsIn(edited).map((edit) => [edit.targetId, edit]));
  return entries.flatMap((entry): readonly EditedMessage[] => {
    if (entry.type !== "message") return [];
    const edit = edits.get(entry.id);
    if (!edit) return [{ entry, shown: entry.message, isEdited: false }];
    // The host allows only what such a message may hold.
    const shown = edit.replacement ? ({ ...entry.message, ...edit.replacement } as Message) : undefined;
    return [{ entry, shown, isEdited: true }];
  });
}

const editsIn = (entries: readonly (SessionEntry | Edit)[]): readonly Edit[] =>
  entries.filter((entry): entry is Edit => entry.type === "context_edit");
