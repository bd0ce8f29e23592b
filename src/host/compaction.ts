import type { ExtensionContext, SessionEntry } from "@mariozechner/pi-coding-agent";
import type { AgentMessage, Messages } from "../model/message.ts";
import { branchEntries, branchMessages, contextEdits, editedMessage, type SessionReader } from "./branch.ts";

/** What both hosts hand to `session_before_compact`; only host B tells why it compacts. */
export interface BeforeCompact {
  readonly preparation: {
    messagesToSummarize: AgentMessage[];
    turnPrefixMessages: AgentMessage[];
    readonly settings?: { readonly reserveTokens?: number };
  };
  readonly reason?: "manual" | "threshold" | "overflow";
}

/** Characters a prompt may have, per token of the window: a good half of it. */
const WINDOW_SHARE = 1.5;

/** What the prompts of a compaction are made from, and what each may take, in characters. */
export const promptSource = ({ sessionManager, model }: ExtensionContext) => ({
  branch: branchMessages(branchEntries(sessionManager)),
  budget: WINDOW_SHARE * (model?.contextWindow || Number.POSITIVE_INFINITY),
});

/**
 * Puts the messages of a compaction into the form `prompt` gives them. Each array becomes a prompt of its own. They are
 * replaced, since their elements are the session's own; an empty one stays empty, because anything in it would cost a
 * call to the model.
 */
export function showPruned(
  { preparation }: BeforeCompact,
  prompt: (messages: Messages) => AgentMessage[],
): void {
  preparation.messagesToSummarize = prompt(preparation.messagesToSummarize);
  preparation.turnPrefixMessages = prompt(preparation.turnPrefixMessages);
}

/** What both hosts hand to `session_before_tree`. */
export interface BeforeTree {
  readonly preparation: { readonly entriesToSummarize: SessionEntry[]; readonly userWantsSummary: boolean };
}

/**
 * The same for the summary of a branch that is left. Both hosts go on with this very array, whatever else is put into
 * the preparation. They leave results out of such a summary; the calls with their arguments are in it.
 */
export function showPrunedBranch(
  { preparation: { entriesToSummarize } }: BeforeTree,
  session: SessionReader,
  view: (message: AgentMessage) => AgentMessage,
): void {
  // Host A knows no edits, and would have summarized what one took out.
  const edits = contextEdits(branchEntries(session));
  const shown = entriesToSummarize.flatMap((entry) => {
    const edit = edits.get(entry.id);
    if (edit && !edit.replacement) return [];
    if (entry.type === "custom_message" && edit?.replacement)
      return { ...entry, content: edit.replacement.content as typeof entry.content };
    if (entry.type !== "message") return entry;
    const message = editedMessage(entry.message, edit);
    return message ? { ...entry, message: view(message) as typeof entry.message } : [];
  });
  entriesToSummarize.splice(0, entriesToSummarize.length, ...shown);
}
