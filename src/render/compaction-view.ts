import type { BranchMessage } from "../model/branch.ts";
import { type AgentMessage, isToolResult, type Messages, textOf } from "../model/message.ts";
import { head } from "../model/text.ts";
import { showsStubs } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";
import { argumentReplace } from "./argument-replace.ts";
import { stubReplace } from "./stub-replace.ts";

/** Both hosts cut every tool result at this many characters before they have it summarized. */
const HOST_RESULT_CHARS = 2000;
/** A stub shorter than this says too little. */
const LEAST_RESULT_CHARS = 240;

export interface CompactionQuestion {
  readonly branch: readonly BranchMessage[];
  readonly state: Readonly<PruneState>;
  /** What all tool results together may take, in characters. */
  readonly budget: number;
}

/**
 * Messages of the session as a compaction is to see them: with the stubs and condensed arguments the model saw. Both
 * hosts compact the raw text, which may be many windows long where the pruned session fits one. A stub is cut so that
 * its recovery line stands within what the host keeps. Messages are looked up by identity; unknown ones stay.
 */
export function compactionView({
  branch,
  state,
  budget,
}: CompactionQuestion): (message: AgentMessage) => AgentMessage {
  if (!showsStubs(state)) return (message) => message;
  const raw: Messages = branch.map(({ message }) => message);
  const context = { state, report: () => {} };
  const shown = argumentReplace(stubReplace(raw, context), context);
  const results = raw.filter(isToolResult).length;
  const limit = Math.min(
    HOST_RESULT_CHARS,
    Math.max(LEAST_RESULT_CHARS, Math.floor(budget / Math.max(1, results))),
  );
  // Both phases change messages in their places.
  const views = new Map(
    raw.map((message, index) => [message, fitted(shown[index] ?? message, message, limit)]),
  );
  return (message) => views.get(message) ?? message;
}

function fitted(shown: AgentMessage, raw: AgentMessage, limit: number): AgentMessage {
  if (shown === raw || !isToolResult(shown)) return shown;
  const text = textOf(shown.content);
  if (text.length <= limit) return shown;
  const lines = text.split("\n");
  const recovery = lines.at(-1) ?? "";
  const kept = head(lines.slice(0, -1).join("\n"), limit - recovery.length - 3);
  return { ...shown, content: [{ type: "text", text: `${kept}\n…\n${recovery}` }] };
}
