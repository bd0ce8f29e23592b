import type { SpendStep } from "../savings/session-spend.ts";
import { branchEntries, branchMessages, type SessionReader } from "./branch.ts";
import { pruneEntries } from "./prune-entries.ts";

/** What the active branch went through, in order. Reads all of it: for a command, not for every event. */
export function* spendSteps(session: SessionReader): Generator<SpendStep> {
  const entries = branchEntries(session);
  for (const [index, entry] of entries.entries()) {
    for (const own of pruneEntries([entry])) yield { kind: "entry", entry: own };
    if (entry.type === "compaction") {
      const messages = branchMessages(entries.slice(0, index + 1));
      yield { kind: "compaction", messages: messages.flatMap((it) => (it.inContext ? [it.message] : [])) };
    } else {
      for (const { message } of branchMessages([entry])) yield { kind: "message", message };
    }
  }
}
