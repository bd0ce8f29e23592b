import { pruneEntries, type SessionFile } from "./session-file.ts";

/** What index entries say about one call, as far as tests ask. */
export interface RecordedCall {
  readonly toolCallId: string;
  readonly ref?: string;
}

/** Every record the pruner wrote into a session file, in order. */
export const recordedCalls = (session: Pick<SessionFile, "entries">): readonly RecordedCall[] =>
  pruneEntries(session).flatMap((entry) => {
    if (entry.type !== "custom" || entry.customType !== "context-prune-index") return [];
    // Written by the pruner itself; tests compare what they read.
    return (entry.data as { toolCalls: readonly RecordedCall[] }).toolCalls;
  });

/** Their refs. */
export const recordedRefs = (entries: SessionFile["entries"]): readonly (string | undefined)[] =>
  recordedCalls({ entries }).map(({ ref }) => ref);
