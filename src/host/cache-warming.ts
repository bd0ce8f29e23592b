import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import type { SessionReader } from "./branch.ts";

/** Entries to look at: a host that warms for half an hour leaves a handful, and a turn has some dozen results. */
const MAX_STEPS = 200;

/**
 * When the host last sent a request of the session again to keep its cache entry, in ms since 1970; undefined where it
 * did not since the last request but one, as on host A ever. The event before such a refresh does not tell: the host
 * asks every extension, may drop the refresh after that, and the call may fail.
 */
export function lastWarming(session: Pick<SessionReader, "getLeafEntry" | "getEntry">): number | undefined {
  let entry = session.getLeafEntry();
  // One that came while a long answer was still being written stands in front of that answer.
  let answers = 0;
  for (let step = 0; entry && answers < 2 && step < MAX_STEPS; step++) {
    if (isWarming(entry)) return timeOf(entry);
    if (entry.type === "message" && entry.message.role === "assistant") answers++;
    entry = entry.parentId ? session.getEntry(entry.parentId) : undefined;
  }
  return undefined;
}

/** Host B has entries for model calls beside the conversation: of this kind only where a refresh succeeded. */
function isWarming(entry: SessionEntry | { readonly type: "usage"; readonly kind: string }): boolean {
  return entry.type === "usage" && entry.kind === "cache_warm";
}

function timeOf({ timestamp }: SessionEntry): number | undefined {
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? undefined : at;
}
