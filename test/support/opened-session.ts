import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionReader } from "../../src/host/branch.ts";
import type { Host } from "./host-transforms.ts";
import { type Line, transcript } from "./transcript.ts";

/** An entry of a session file: a message, or an edit of an earlier entry as host B writes it. */
export type FileLine = Line | { readonly edit: string; readonly content?: unknown };

export interface SessionFile {
  readonly lines: readonly FileLine[];
  /** Entry behind which each line stands, by number from 1; the line before it unless it is named here. */
  readonly parents?: Readonly<Record<number, number>>;
  readonly id?: string;
  /** Folder of the file. It is made when there is none. */
  readonly folder: string;
}

/** Writes a session file and opens it with a real host. Its entries are `e1`, `e2`, ... in line order. */
export function openSession(
  host: Host,
  { lines, parents = {}, id = "session", folder }: SessionFile,
): SessionReader {
  const messages = transcript(lines.filter((line): line is Line => !("edit" in line)));
  const entries = lines.map((line, at) => ({
    ...("edit" in line ? editOf(line) : { type: "message", message: messages.shift() }),
    id: `e${at + 1}`,
    parentId: at === 0 ? null : `e${parents[at + 1] ?? at}`,
    timestamp: new Date(1000 + at).toISOString(),
  }));
  const header = { type: "session", version: 3, id, timestamp: new Date(0).toISOString(), cwd: folder };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.jsonl`);
  writeFileSync(path, [header, ...entries].map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  // The tests' view of a session manager knows of sessions in memory only.
  const { open } = host.SessionManager as unknown as { open: (path: string) => SessionReader };
  return open.call(host.SessionManager, path);
}

const editOf = ({ edit, content }: { readonly edit: string; readonly content?: unknown }) => ({
  type: "context_edit",
  targetId: edit,
  replacement: content === undefined ? null : { content },
});
