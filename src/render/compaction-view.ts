import type { BranchMessage } from "../model/branch.ts";
import { type AgentMessage, isToolResult, type Messages } from "../model/message.ts";
import { showsStubs } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";
import { argumentReplace } from "./argument-replace.ts";
import { applyChainCompressions } from "./chain-range-prune.ts";
import { fitted } from "./compaction-fit.ts";
import { stubReplace } from "./stub-replace.ts";

export interface CompactionQuestion {
  readonly branch: readonly BranchMessage[];
  readonly state: Readonly<PruneState>;
  /** What one prompt may take, in characters. */
  readonly budget: number;
}

type View = (message: AgentMessage) => AgentMessage;

/**
 * Single messages of the session with the stubs and condensed arguments that the model saw. Messages are looked up by
 * identity; unknown ones stay.
 */
export function compactionView(branch: readonly BranchMessage[], state: Readonly<PruneState>): View {
  if (!showsStubs(state)) return (message) => message;
  const raw: Messages = branch.map(({ message }) => message);
  const context = { state, report: () => {} };
  const shown = argumentReplace(stubReplace(raw, context), context);
  // Both phases change messages in their places.
  const views = new Map(raw.map((message, index) => [message, shown[index] ?? message]));
  return (message) => views.get(message) ?? message;
}

/**
 * All messages of one prompt as a compaction is to see them: as the model saw them, within the budget. Both hosts
 * compact the raw text, which may be many windows long where the pruned session fits one. A compressed chain is shown
 * as its block where it lies in these messages whole; of one that their border cuts, stubs are shown. What is redacted
 * since is told by no block, as in a request.
 */
export function compactionPrompt(question: CompactionQuestion): (messages: Messages) => AgentMessage[] {
  const { branch, state, budget } = question;
  if (!showsStubs(state)) return (messages) => [...messages];
  const view = compactionView(branch, state);
  return (given) => {
    const viewed = given.map(view);
    const messages = applyChainCompressions(viewed, { state, given, report: () => {} });
    const known = new Set(viewed);
    const stubs = new Set(viewed.filter((message, at) => message !== given[at] && isToolResult(message)));
    const blocks = new Set(messages.filter((message) => message?.role === "user" && !known.has(message)));
    return fitted({ messages, stubs, blocks }, budget);
  };
}
