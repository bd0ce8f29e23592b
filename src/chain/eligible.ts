import { QUERY_TOOL } from "../capture/read-batches.ts";
import type { BranchMessage } from "../model/branch.ts";
import type { Protection } from "../settings/protection.ts";
import type { Settings } from "../settings/schema.ts";
import type { PruneState } from "../state/state.ts";
import { type ChainRange, detectChains } from "./detect.ts";
import { type Boundaries, indexBoundaries, resolveRange } from "./resolve-range.ts";

export interface ChainQuestion {
  readonly branch: readonly BranchMessage[];
  readonly state: Readonly<PruneState>;
  readonly settings: Pick<Settings, "chainCompression" | "recoveryGraceTurns">;
  readonly isProtected: Protection;
  /** Chains inside the rolling window as well. */
  readonly all?: boolean;
}

/**
 * The chains to compress now, oldest first: closed, with a call in them, in the context, not compressed, behind the
 * rolling window, and with no recovered output that is in grace. All that a final reply closes has been read.
 */
export function eligibleChains(question: ChainQuestion): ChainRange[] {
  const { branch, state, settings, isProtected, all = false } = question;
  const { enabled, rollingWindow } = settings.chainCompression;
  if (!enabled && !all) return [];
  const inContext = branch.filter((one) => one.inContext).map(({ message }) => message);
  const boundaries = indexBoundaries(inContext);
  const closed = detectChains(branch, isProtected).filter((chain) => isOpenTo(chain, question, boundaries));
  const behind = all || rollingWindow === 0 ? closed : closed.slice(0, -rollingWindow);
  const userTurns = turnsBehind(branch);
  return behind.filter(
    (chain) => !holdsGrace(chain, { state, userTurns, grace: settings.recoveryGraceTurns }),
  );
}

function isOpenTo(chain: ChainRange, { branch, state }: ChainQuestion, boundaries: Boundaries): boolean {
  if (chain.status !== "closed" || chain.calls === 0) return false;
  const entry = state.chains.get(chain.startUserTimestamp);
  // The final reply an entry was made with may have been taken back: then the chain is another one.
  if (entry?.finalAssistantTimestamp === chain.finalAssistantTimestamp) return false;
  return branch[chain.startIndex]?.inContext === true && resolveRange(chain, boundaries) !== undefined;
}

/** For each entry, how many user messages stand behind it. */
function turnsBehind(branch: readonly BranchMessage[]): ReadonlyMap<string, number> {
  const turns = new Map<string, number>();
  let count = 0;
  for (const { entryId, message } of [...branch].reverse()) {
    turns.set(entryId, count);
    if (message?.role === "user") count++;
  }
  return turns;
}

interface Grace {
  readonly state: Readonly<PruneState>;
  readonly userTurns: ReadonlyMap<string, number>;
  /** User turns that a recovered output stays. */
  readonly grace: number;
}

function holdsGrace({ batches }: ChainRange, { state, userTurns, grace }: Grace): boolean {
  if (grace === 0) return false;
  return batches.some(({ calls }) =>
    calls.some(
      ({ toolName, key, entryId = "" }) =>
        toolName === QUERY_TOOL &&
        state.records.get(key)?.stub === undefined &&
        (userTurns.get(entryId) ?? 0) <= grace,
    ),
  );
}
