import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import { dataOf } from "../flushes.ts";

/** In tokens: small enough for the host to compact, and large enough for any recorded message. */
export const SMALL_WINDOW = 60_000;

/** Settings with which all that the pruner can do happens early and often. */
export const everyFeature = {
  contextPrune: {
    keepRecent: 1,
    minBatchChars: 0,
    spillThreshold: 12_000,
    autoBudgetThreshold: 0.5,
    budgetTurnDelta: 0.02,
    chainCompression: { rollingWindow: 1 },
    purgeErrors: { cooldownTurns: 1, minArgChars: 200 },
  },
};

/** What the pruner, and the host's compaction, did in a session. */
export function featuresIn(entries: readonly SessionEntry[]): readonly string[] {
  const records = dataOf(entries, "context-prune-index").flatMap(
    ({ toolCalls }) => toolCalls as readonly Readonly<Record<string, unknown>>[],
  );
  const has: Readonly<Record<string, boolean>> = {
    stub: records.some(({ stub }) => stub !== undefined),
    condensed: JSON.stringify(records).includes("[condensed `t"),
    purged: JSON.stringify(entries).includes("<purged-errored-args"),
    spill: records.some(({ spilled }) => spilled === true),
    alias: dataOf(entries, "context-prune-dedup-alias").length > 0,
    chain: dataOf(entries, "context-prune-chain").length > 0,
    budget: dataOf(entries, "context-prune-flush-metrics").some(({ trigger }) => trigger === "budget"),
    compaction: entries.some(({ type }) => type === "compaction"),
  };
  return Object.keys(has).filter((feature) => has[feature]);
}
