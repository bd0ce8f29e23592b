import type { Settings } from "../settings/schema.ts";
import type { FlushPoint } from "./moment.ts";

/**
 * How many of the latest results a flush leaves alone although the model has read them: in the middle of a run the
 * ones it is working with, between prompts none. Unread results are never flushed, whatever this says.
 */
export const keepFor = (
  moment: { readonly point: FlushPoint },
  settings: Pick<Settings, "keepRecent">,
): number => (moment.point === "mid-run" ? settings.keepRecent : 0);
