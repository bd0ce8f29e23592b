import type { Messages } from "../model/message.ts";
import { showsStubs } from "../state/queries.ts";
import { argumentReplace } from "./argument-replace.ts";
import { applyChainCompressions } from "./chain-range-prune.ts";
import { sweepOrphanToolResults } from "./orphan-sweep.ts";
import { listRecoverableRefs } from "./recoverable-refs.ts";
import { stubReplace } from "./stub-replace.ts";
import type { RenderContext, Transform } from "./transform.ts";

/** Order matters: later phases read what earlier ones left, and the sweep has the last word. */
const phases: readonly Transform[] = [
  stubReplace,
  argumentReplace,
  applyChainCompressions,
  listRecoverableRefs,
  sweepOrphanToolResults,
];

const tailPhases: readonly Transform[] = [stubReplace, argumentReplace, sweepOrphanToolResults];

/** The messages to send. `pruneMessages(x) === x` means nothing was pruned and the cached prefix stands. */
export function pruneMessages(messages: Messages, context: RenderContext): Messages {
  if (!showsStubs(context.state)) return messages;
  return phases.reduce((current, phase) => phase(current, { ...context, given: messages }), messages);
}

/**
 * The same for messages that begin with a completed reply and hold no compressed chain and no compaction: for what came
 * behind a part that is rendered already.
 */
export function pruneTail(messages: Messages, context: RenderContext): Messages {
  return tailPhases.reduce((current, phase) => phase(current, context), messages);
}
