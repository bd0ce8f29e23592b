import type { AgentMessage } from "../model/message.ts";

/** What both hosts hand to `session_before_compact`; only host B tells why it compacts. */
export interface BeforeCompact {
  readonly preparation: { messagesToSummarize: AgentMessage[]; turnPrefixMessages: AgentMessage[] };
  readonly reason?: "manual" | "threshold" | "overflow";
}

/**
 * Puts the messages of a compaction into the form `view` gives them. The arrays are replaced, since their elements are
 * the session's own; an empty one stays empty, because anything in it would cost a call to the model.
 */
export function showPruned(
  { preparation }: BeforeCompact,
  view: (message: AgentMessage) => AgentMessage,
): void {
  preparation.messagesToSummarize = preparation.messagesToSummarize.map(view);
  preparation.turnPrefixMessages = preparation.turnPrefixMessages.map(view);
}
