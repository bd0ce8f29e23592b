import { rawChars } from "../model/batch.ts";
import { dueChars } from "./condense-arguments.ts";
import { dueArguments } from "./due-arguments.ts";
import type { Job, Stage } from "./stage.ts";

/**
 * A summary of very little text is no shorter than the text. Small batches are taken together with the next large
 * one; a run of small ones at the end waits until it adds up to `minBatchChars`, and is not recorded as skipped.
 * Arguments count as far as they would be condensed.
 */
export const skipTrivial: Stage = (jobs, context) => {
  const { minBatchChars } = context.settings;
  const dueOf = dueArguments(context);
  const sizes = jobs.map(({ batch }) =>
    batch.calls.reduce((sum, call) => sum + dueChars(dueOf(call)), rawChars(batch)),
  );
  const isLarge = (job: Job, index: number) =>
    job.status !== "pending" || (sizes[index] ?? 0) >= minBatchChars;
  const trailing = jobs.findLastIndex(isLarge) + 1;
  const waiting = sizes.slice(trailing).reduce((sum, size) => sum + size, 0);
  if (waiting >= minBatchChars) return jobs;
  return jobs.map((job, index) =>
    index < trailing ? job : { batch: job.batch, aliases: job.aliases, status: "skipped", reason: "trivial" },
  );
};
