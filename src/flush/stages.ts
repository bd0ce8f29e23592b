import { dedupe } from "./dedupe.ts";
import { mergeSmall, mergeSpans } from "./merge-batches.ts";
import { protect } from "./protect.ts";
import { rejectOversized } from "./reject-oversized.ts";
import { settleDuplicates } from "./settle-duplicates.ts";
import { skipTrivial } from "./skip-trivial.ts";
import type { Settle, Stage } from "./stage.ts";
import { summarize } from "./summarize.ts";
import { takeLifted } from "./take-lifted.ts";
import { takeMade } from "./take-made.ts";
import { trimToFrontier } from "./trim-to-frontier.ts";

/** What decides whether a read result is work at all. */
export const selection: readonly Stage[] = [protect, trimToFrontier];

/** Cheap decisions first: by the time a model is called, only batches worth it are left. */
export const beforeSummaries: readonly Stage[] = [
  ...selection,
  takeLifted,
  dedupe,
  mergeSpans,
  skipTrivial,
  mergeSmall,
  takeMade,
];

/** Gives out refs, in one go with the commit. */
export const settlement: readonly Settle[] = [rejectOversized, settleDuplicates];

export const stages: readonly Stage[] = [...beforeSummaries, summarize, ...settlement];
