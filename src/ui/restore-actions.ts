import { plural } from "../model/format.ts";
import type { ShortRef } from "../model/refs.ts";
import { listed } from "../recovery/listed.ts";
import type { PruneState } from "../state/state.ts";
import type { Command } from "./command.ts";
import type { Mark, SessionAccess } from "./command-context.ts";
import { readRefs, refOffers } from "./refs-argument.ts";

export const restoreAction = refsAction("restored", {
  name: "restore",
  usage: "restore <refs|all>",
  summary: "Show pruned calls in full again.",
});

export const pruneAction = refsAction("pruned", {
  name: "prune",
  usage: "prune <refs|all>",
  summary: "Show restored calls as stubs again.",
});

function refsAction(mark: Mark, names: Pick<Command, "name" | "usage" | "summary">): Command {
  return {
    ...names,
    kind: "action",
    offers: (argument, { refs }) => refOffers(argument, refs(), { value: "all", note: "every one" }),
    run: (argument, { session, say }) => say(`pruner: ${markRefs(mark, argument, session)}`),
  };
}

function markRefs(mark: Mark, argument: string, session: SessionAccess): string {
  const state = session.state();
  if (!state) return "there is no session.";
  if (argument === "")
    return `${mark === "restored" ? "restore" : "prune"} takes refs such as t3 or t3..t7, or all.`;
  const candidates = [...state.keyOfRef.keys()].filter((ref) => isMarkable(mark, state, ref));
  const { refs, unknown } = readRefs(argument, new Set(state.keyOfRef.keys()), candidates);
  const changed = refs.filter((ref) => isMarkable(mark, state, ref));
  const problem = changed.length > 0 ? session.mark(mark, changed) : undefined;
  if (problem !== undefined) return problem;
  return [
    changed.length > 0 ? done(mark, changed) : undefined,
    refs.length + unknown.length === 0
      ? `there is nothing to ${mark === "restored" ? "restore" : "prune"}.`
      : undefined,
    refs.length > changed.length ? unchanged(mark, refs.length - changed.length) : undefined,
    unknown.length > 0 ? `not a ref of this branch: ${unknown.join(", ")}.` : undefined,
  ]
    .filter((text) => text !== undefined)
    .join(" ");
}

const done = (mark: Mark, refs: readonly string[]): string =>
  `${listed(refs)} ${refs.length === 1 ? "shows" : "show"} ${mark === "restored" ? "in full" : "shortened"} from the next request on.`;

const unchanged = (mark: Mark, count: number): string =>
  `${plural(count, "call")} ${count === 1 ? "is" : "are"} ${mark === "restored" ? "shown in full" : "not restored"} already.`;

/** Whether marking a call would change what is shown of it. */
export function isMarkable(mark: Mark, state: Readonly<PruneState>, ref: ShortRef): boolean {
  const key = state.keyOfRef.get(ref);
  if (key === undefined) return false;
  const isRestored = state.verbatim.get(key) === "restored";
  return mark === "pruned" ? isRestored : !isRestored && !state.verbatim.has(key);
}

/** The other state of one call, and what holds then. */
export function toggleRestored(ref: ShortRef, session: SessionAccess): string {
  const state = session.state();
  const mark: Mark = state && isMarkable("pruned", state, ref) ? "pruned" : "restored";
  return markRefs(mark, ref, session);
}
