import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentMessage } from "../../src/model/message.ts";
import type { Sandbox } from "./sandbox.ts";
import { readSessionFile } from "./session-file.ts";

/** An entry without its place in the tree: it gets an id, unless it brings one, and the entry before it as its parent. */
export interface EntryDraft {
  readonly type: string;
  readonly id?: string;
  readonly [field: string]: unknown;
}

/** What a message, an extension's entry and an extension's message look like in a file of either host. */
export const messageEntry = (message: AgentMessage): EntryDraft => ({ type: "message", message });
export const customEntry = (customType: string, data: unknown): EntryDraft => ({
  type: "custom",
  customType,
  data,
});
export const customMessageEntry = (customType: string, content: string, details: unknown): EntryDraft => ({
  type: "custom_message",
  customType,
  content,
  display: false,
  details,
});

const WRITTEN_AT = new Date(Date.UTC(2026, 0, 1)).toISOString();

/** Writes a session file as a host would have, and returns its path. One sandbox holds one such file. */
export function writeSession(
  { directory, cwd }: Pick<Sandbox, "directory" | "cwd">,
  drafts: readonly EntryDraft[],
): string {
  const path = join(directory, "written.jsonl");
  const header = { type: "session", version: 3, id: "written-session", timestamp: WRITTEN_AT, cwd };
  writeFileSync(path, `${JSON.stringify(header)}\n`);
  appendEntries(path, drafts);
  return path;
}

/** Appends entries behind the last one of a session file that no process has open. */
export function appendEntries(path: string, drafts: readonly EntryDraft[]): void {
  const { entries } = readSessionFile(path);
  let parentId = entries.at(-1)?.id ?? null;
  const lines = drafts.map((draft, index) => {
    const id = draft.id ?? `w${entries.length + index}`;
    const entry = { timestamp: WRITTEN_AT, ...draft, id, parentId };
    parentId = id;
    return `${JSON.stringify(entry)}\n`;
  });
  appendFileSync(path, lines.join(""));
}
