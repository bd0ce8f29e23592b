import type { AgentMessage } from "./message.ts";

/** A message on the active branch as the model may see it: edits of the session are already applied. */
export interface BranchMessage {
  readonly entryId: string;
  readonly message: AgentMessage;
  /** False for what a compaction has taken out of the context. */
  readonly inContext: boolean;
}
