import { protect } from "./protect.ts";
import { rejectOversized } from "./reject-oversized.ts";
import { skipTrivial } from "./skip-trivial.ts";
import type { Stage } from "./stage.ts";
import { summarize } from "./summarize.ts";
import { trimToFrontier } from "./trim-to-frontier.ts";

/** What decides whether a read result is work at all. */
export const selection: readonly Stage[] = [protect, trimToFrontier];

/** Cheap decisions first: by the time a model is called, only batches worth it are left. */
export const beforeSummaries: readonly Stage[] = [...selection, skipTrivial];

export const stages: readonly Stage[] = [...beforeSummaries, summarize, rejectOversized];
