import { QUERY_TOOL } from "../capture/read-batches.ts";
import type { BranchMessage } from "../model/branch.ts";
import type { Settings } from "../settings/schema.ts";
import type { PruneState } from "../state/state.ts";
import { type ChainRange, detectChains, type IsProtected } from "./detect.ts";
import { type Boundaries, type ChainEntry, indexBoundaries, resolveRange } from "./resolve-range.ts";
import { deliveredIn } from "./summary-messages.ts";
import { isStillTold } from "./told-from.ts";

export interface ChainQuestion {
  readonly branch: readonly BranchMessage[];
  readonly state: Readonly<PruneState>;
  readonly settings: Pick<Settings, "chainCompression" | "recoveryGraceTurns">;
  readonly isProtected: IsProtected;
  /** Chains inside the rolling window as well. */
  readonly all?: boolean;
}

/**
 * The chains to compress now, oldest first: closed, with a call in them, in the context, not compressed, behind the
 * rolling window, and with no recovered output that is in grace. All that a final reply closes has been read.
 */
export function eligibleChains(question: ChainQuestion): ChainRange[] {
  const { branch, settings, isProtected, all = false } = question;
  const { enabled, rollingWindow } = settings.chainCompression;
  if (!enabled && !all) return [];
  const inContext = branch.filter((one) => one.inContext).map(({ message }) => message);
  const boundaries = indexBoundaries(inContext);
  const chains = detectChains(branch, isProtected);
  const closed = chains.filter((chain) => isOpenTo(chain, question, boundaries));
  const behind = new Set(all || rollingWindow === 0 ? closed : closed.slice(0, -rollingWindow));
  // Every user message begins a chain.
  return chains.filter(
    (chain, index) => behind.has(chain) && !holdsGrace(chain, question, chains.length - 1 - index),
  );
}

function isOpenTo(chain: ChainRange, question: ChainQuestion, boundaries: Boundaries): boolean {
  const { branch, state, all = false } = question;
  if (chain.status !== "closed" || chain.calls === 0) return false;
  const entry = state.chains.get(chain.startUserTimestamp);
  // The final reply an entry was made with may have been taken back: then the chain is another one. Whether its block
  // was given up for a redaction costs a look at all of it: a person has to ask for that.
  if (
    entry?.finalAssistantTimestamp === chain.finalAssistantTimestamp &&
    !(all && isOutdated(entry, chain, question))
  )
    return false;
  return branch[chain.startIndex]?.inContext === true && resolveRange(chain, boundaries) !== undefined;
}

function isOutdated(entry: ChainEntry, chain: ChainRange, { branch, state }: ChainQuestion): boolean {
  const middle = branch.slice(chain.startIndex + 1, chain.endIndex);
  const calls = chain.batches.flatMap((batch) => batch.calls);
  const keys = new Map(calls.map(({ entryId, key }) => [entryId, key]));
  const keyOf = (index: number) => keys.get(middle[index]?.entryId);
  const messages = middle.map(({ message }) => message);
  return !isStillTold(entry, { messages, delivered: deliveredIn(branch), keyOf }, state);
}

/** Whether a recovered output inside is to stay, `turns` user messages after it. */
function holdsGrace({ batches }: ChainRange, { state, settings }: ChainQuestion, turns: number): boolean {
  if (turns > settings.recoveryGraceTurns || settings.recoveryGraceTurns === 0) return false;
  return batches.some(({ calls }) =>
    calls.some(({ toolName, key }) => toolName === QUERY_TOOL && state.records.get(key)?.stub === undefined),
  );
}
