import { readFileSync } from "node:fs";
import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import type { AssistantMessage } from "../../../src/model/message.ts";
import { sessionFilesIn } from "../session-file.ts";

export interface WrittenSession {
  readonly path: string;
  readonly createdAt: string;
  readonly entries: readonly SessionEntry[];
}

/** Every session that stands below a folder, the oldest first. What a killed process left unfinished is passed over. */
export const writtenSessions = (directory: string): readonly WrittenSession[] =>
  sessionFilesIn(directory)
    .flatMap((path): readonly WrittenSession[] => {
      const [header, ...entries] = readFileSync(path, "utf8").split("\n").flatMap(parsed);
      if (header?.type !== "session") return [];
      // Written by the hosts themselves, or by a test as they would.
      return [{ path, createdAt: String(header.timestamp), entries: entries as unknown as SessionEntry[] }];
    })
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));

function parsed(line: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** Where the answer to a request stands. */
export interface Answer {
  readonly session: WrittenSession;
  readonly index: number;
  readonly message: AssistantMessage;
}

/** Every answer of a model, by when its request began; what a fork copied counts where it was written first. */
export function answersIn(sessions: readonly WrittenSession[]): readonly Answer[] {
  const seen = new Set<string>();
  const answers = sessions.flatMap((session) =>
    session.entries.flatMap((entry, index): readonly Answer[] => {
      if (entry.type !== "message" || entry.message.role !== "assistant" || seen.has(entry.id)) return [];
      seen.add(entry.id);
      return [{ session, index, message: entry.message }];
    }),
  );
  return answers.sort((one, other) => one.message.timestamp - other.message.timestamp);
}
