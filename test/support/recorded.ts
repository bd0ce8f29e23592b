import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import type { Step } from "./history.ts";
import type { HostName } from "./host-transforms.ts";
import { Play, type Watch } from "./play.ts";
import { add, compact, flush, turn } from "./steps.ts";
import type { Line } from "./transcript.ts";

// Recorded sessions are no part of the project: where they are not, nothing is tested on them.
const folder = fileURLToPath(new URL("../../../shared/sessions/", import.meta.url));

export const recordedSessions: readonly string[] = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith(".jsonl"))
  : [];

/** One request for so many assistant messages: each looks at the whole context, in many ways. */
const REQUEST_EVERY = 20;

/** Plays a recorded session on a host: a flush at every prompt, and a request now and then. */
export async function replay(name: string, hostName: HostName, watch: Watch): Promise<Play> {
  const play = new Play({ host: hostName, pace: 1, steps: [] }, watch);
  const ids = new Map<string, string>();
  for (const [index, entry] of branchOf(name).entries()) {
    for (const step of stepsFor(entry, index, (id) => keptEntries(play, ids.get(id)))) await play.take(step);
    ids.set(entry.id, lastMessageEntry(play)?.id ?? "");
  }
  await play.take(flush({ settings: {} }));
  play.request();
  return play;
}

/** `keep` tells how many entries a compaction keeps that names the first of them. */
function stepsFor(entry: SessionEntry, index: number, keep: (firstKept: string) => number): readonly Step[] {
  if (entry.type === "compaction") return [compact(keep(entry.firstKeptEntryId))];
  const line = lineOf(entry);
  if (line?.role === "user") return [flush({ keep: 3, settings: {} }), add(line)];
  if (line?.role === "assistant" && index % REQUEST_EVERY === 0) return [turn(line)];
  return line ? [add(line)] : [];
}

/** The branch that ends in the file's last entry, root first; lines that are no entries are passed over. */
function branchOf(name: string): readonly SessionEntry[] {
  const entries = readFileSync(`${folder}${name}`, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): SessionEntry => JSON.parse(line));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const branch: SessionEntry[] = [];
  for (let entry = entries.at(-1); entry; entry = entry.parentId ? byId.get(entry.parentId) : undefined)
    branch.push(entry);
  return branch.reverse();
}

function lineOf(entry: SessionEntry): Line | undefined {
  if (entry.type === "message") return entry.message as Line;
  if (entry.type !== "custom_message") return undefined;
  const { customType, content, display, details } = entry;
  return { role: "custom", customType, content, display, details };
}

const lastMessageEntry = ({ session }: Play): SessionEntry | undefined =>
  session.manager.getBranch().findLast(({ type }) => type === "message" || type === "custom_message");

function keptEntries({ session }: Play, firstKept: string | undefined): number {
  const branch = session.manager.getBranch();
  const index = branch.findIndex(({ id }) => id === firstKept);
  return index < 0 ? 0 : branch.length - index;
}
