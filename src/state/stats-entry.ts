import type { PruneEntry } from "../model/entries.ts";
import type { Usage } from "../ports.ts";
import type { PruneState } from "./state.ts";

const NO_CHAINS = { compressed: 0, fused: 0 };

/** Cumulative statistics of the session with what came now; nothing when no model was called and no chain compressed. */
export function statsEntry(
  usage: Usage,
  { stats }: Readonly<PruneState>,
  chains: Readonly<typeof NO_CHAINS> = NO_CHAINS,
): PruneEntry[] {
  if (usage.calls + chains.compressed === 0) return [];
  return [
    {
      type: "context-prune-stats",
      data: {
        totalInputTokens: (stats?.totalInputTokens ?? 0) + usage.input,
        totalOutputTokens: (stats?.totalOutputTokens ?? 0) + usage.output,
        totalCost: (stats?.totalCost ?? 0) + usage.cost,
        callCount: (stats?.callCount ?? 0) + usage.calls,
        chainsCompressed: (stats?.chainsCompressed ?? 0) + chains.compressed,
        rangesSummarized: (stats?.rangesSummarized ?? 0) + chains.fused,
      },
    },
  ];
}
