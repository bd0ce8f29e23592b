import type { EntryData, Skip, ToolCallRecord } from "../model/entries.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import type { ShortRef } from "../model/refs.ts";
import { NO_USAGE } from "../model/usage.ts";
import type { Usage } from "../ports.ts";

/** Why a recorded stub does not show: taken back by hand, protected since, or protected once and work again. */
export type Verbatim = "restored" | "protected" | "lifted";

/** What the session's entries on the active branch add up to. Only the reducers write to it. */
export interface PruneState {
  readonly records: Map<OccurrenceKey, ToolCallRecord>;
  /** Occurrences that show what another occurrence already archived. */
  readonly aliases: Map<OccurrenceKey, OccurrenceKey>;
  readonly keyOfRef: Map<ShortRef, OccurrenceKey>;
  readonly refOfKey: Map<OccurrenceKey, ShortRef>;
  /** All keys (records and aliases) under one provider id. */
  readonly keysOfId: Map<string, Set<OccurrenceKey>>;
  /** First record with a content hash. */
  readonly canonicals: Map<string, OccurrenceKey>;
  readonly skips: Map<OccurrenceKey, Skip>;
  readonly verbatim: Map<OccurrenceKey, Verbatim>;
  readonly summaries: EntryData<"context-prune-summary">[];
  /** By start timestamp: a later entry for the same chain replaces the earlier. */
  readonly chains: Map<number, EntryData<"context-prune-chain">>;
  readonly diagnosed: Map<string, string>;
  /** How each model counts tokens, by `provider/id`. */
  readonly calibrations: Map<string, EntryData<"context-prune-calibration">>;
  /** How many entries it is made of: whoever derived something from it sees by this that there are more. */
  revision: number;
  enabled: boolean;
  /** Whether the model has the tool that stubs name. */
  recoverable: boolean;
  /** Refs known when the branch was last compacted, oldest first. */
  refsAtCompaction: readonly ShortRef[];
  /** Names the protection settings that the latest protection effect was recorded for. */
  protection: string | undefined;
  frontier: EntryData<"context-prune-frontier"> | undefined;
  /** Latest frontier written by the reference, which lists no skips: everything up to it was attempted. */
  referenceFrontier: EntryData<"context-prune-frontier"> | undefined;
  stats: EntryData<"context-prune-stats"> | undefined;
  /** What texts cost that came since. Work that ended leaves none of it. */
  uncounted: Usage;
}

export const emptyState = (): PruneState => ({
  records: new Map(),
  aliases: new Map(),
  keyOfRef: new Map(),
  refOfKey: new Map(),
  keysOfId: new Map(),
  canonicals: new Map(),
  skips: new Map(),
  verbatim: new Map(),
  summaries: [],
  chains: new Map(),
  diagnosed: new Map(),
  calibrations: new Map(),
  revision: 0,
  enabled: true,
  recoverable: true,
  refsAtCompaction: [],
  protection: undefined,
  frontier: undefined,
  referenceFrontier: undefined,
  stats: undefined,
  uncounted: NO_USAGE,
});
