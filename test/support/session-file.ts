import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SessionEntry, SessionHeader } from "@mariozechner/pi-coding-agent";

/** A session as it stands on disk: one header line, then entries in the order they were written. */
export interface SessionFile {
  readonly path: string;
  readonly header: SessionHeader;
  readonly entries: readonly SessionEntry[];
}

/** An entry the pruner wrote: `custom` holds `data`, `custom_message` holds what Pi shows the model. */
export type PruneFileEntry = Extract<SessionEntry, { type: "custom" | "custom_message" }>;

/** Throws when a line is no JSON: a torn session file is a failure, not a short session. */
export function readSessionFile(path: string): SessionFile {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const [header, ...entries] = lines.map((line): unknown => JSON.parse(line));
  // Written by the host itself; tests compare what they read.
  return { path, header: header as SessionHeader, entries: entries as readonly SessionEntry[] };
}

/** The entries whose custom type starts with `context-prune-`, in file order. */
export const pruneEntries = (session: Pick<SessionFile, "entries">): readonly PruneFileEntry[] =>
  session.entries.filter(
    (entry): entry is PruneFileEntry =>
      (entry.type === "custom" || entry.type === "custom_message") &&
      entry.customType.startsWith("context-prune-"),
  );

/** The messages in file order, on every branch. */
export const messagesOf = (session: Pick<SessionFile, "entries">) =>
  session.entries.flatMap((entry) => (entry.type === "message" ? [entry.message] : []));

/** Every session file below a folder, the latest change last. */
export function sessionFilesIn(directory: string): readonly string[] {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(directory, name))
    .sort((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs);
}
