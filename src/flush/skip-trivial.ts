import { batchSizes } from "./batch-size.ts";
import type { Job, Stage } from "./stage.ts";

/**
 * A summary of very little text is no shorter than the text. Small batches are taken together with the next large
 * one; a run of small ones at the end waits until it adds up to `minBatchChars`, and is not recorded as skipped.
 */
export const skipTrivial: Stage = (jobs, context) => {
  const { minBatchChars } = context.settings;
  const sizeOf = batchSizes(context);
  const sizes = jobs.map(({ batch }) => sizeOf(batch));
  const trailing = sizes.findLastIndex((size) => size >= minBatchChars) + 1;
  const waiting = sizes.slice(trailing).reduce((sum, size) => sum + size, 0);
  if (waiting >= minBatchChars) return jobs;
  return jobs.map(
    (job, index): Job =>
      index < trailing ? job : { batch: job.batch, status: "skipped", reason: "trivial" },
  );
};
