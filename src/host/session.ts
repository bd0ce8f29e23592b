import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { PruneEntry } from "../model/entries.ts";
import type { HostSession } from "../ports.ts";
import { sessionBlobs } from "./blobs.ts";
import { branchEntries, branchMessages, summaryTexts } from "./branch.ts";
import { pruneEntries, stateEntries } from "./prune-entries.ts";

/**
 * The open session as the core sees it. The session manager is taken from `ctx` once: it outlives the event, while
 * `ctx` and `pi` throw when used after the session was replaced. `isClosed` guards the one case where they do not
 * (host A after `/reload`, where two instances of the extension would write).
 */
export function hostSession(pi: ExtensionAPI, ctx: ExtensionContext, isClosed: () => boolean): HostSession {
  const session = ctx.sessionManager;
  return {
    append({ type, data }: PruneEntry) {
      if (isClosed()) throw new Error("the session is closed");
      pi.appendEntry(type, data);
    },
    branch: () => branchMessages(branchEntries(session)),
    branchEntries: () => stateEntries(branchEntries(session)),
    fileEntries: () => pruneEntries(session.getEntries()),
    fileSummaries: () => summaryTexts(session.getEntries()),
    mark() {
      const end = session.getLeafId();
      return () => end === null || isOnBranch(session, end);
    },
    blobs: sessionBlobs(session),
  };
}

function isOnBranch(session: ExtensionContext["sessionManager"], id: string): boolean {
  let entry = session.getLeafEntry();
  while (entry && entry.id !== id)
    entry = entry.parentId === null ? undefined : session.getEntry(entry.parentId);
  return entry !== undefined;
}
