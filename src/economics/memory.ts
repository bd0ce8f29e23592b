import type { UsageMemory } from "./capacity.ts";
import type { EarlierRequest, RequestKeys } from "./cold.ts";

/** What the decision remembers from one moment to the next: a value, replaced and never changed. */
export interface TriggerMemory extends UsageMemory {
  /** Paid since the last flush for text that one would have removed; see `rent.ts`. */
  readonly rent: number;
  /** A reload found unflushed work: the next turn is tested even when it brings no results of its own. */
  readonly rearmed: boolean;
  /** A compaction came after the last request. */
  readonly compacted: boolean;
  /** The last request of this process. */
  readonly lastRequest?: (EarlierRequest & RequestKeys) | undefined;
  /** When the host last kept the cache warm since then, in ms since 1970. */
  readonly warmedAt?: number | undefined;
}

/** The memory of a session that was just opened or moved in its tree. */
export const freshMemory = (rearmed: boolean): TriggerMemory => ({
  rent: 0,
  previousFraction: null,
  armed: false,
  rearmed,
  compacted: false,
});

/**
 * The memory after a flush was tried. Served means it committed what there was: the rent is empty and a jump answered.
 * Otherwise both stay due; the reload flag goes with any attempt.
 */
export const afterAttempt = (memory: TriggerMemory, outcome: "served" | "refused"): TriggerMemory =>
  outcome === "served" ? { ...memory, rent: 0, armed: false, rearmed: false } : { ...memory, rearmed: false };

/** The memory after the host compacted: the next request is cold, and what paid rent is gone. */
export const afterCompaction = (memory: TriggerMemory): TriggerMemory => ({
  ...memory,
  rent: 0,
  armed: false,
  compacted: true,
});

/** The memory after the host refreshed the cache entry of the last request, at `at` ms since 1970. */
export const afterWarming = (memory: TriggerMemory, at: number): TriggerMemory => ({
  ...memory,
  warmedAt: at,
});
