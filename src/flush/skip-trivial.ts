import { rawChars } from "../model/batch.ts";
import type { Job, Stage } from "./stage.ts";

/**
 * A summary of very little text is no shorter than the text. Small batches are taken together with the next large
 * one; a run of small ones at the end waits until it adds up to `minBatchChars`, and is not recorded as skipped.
 */
export const skipTrivial: Stage = (jobs, { settings }) => {
  const isLarge = (job: Job) => job.status !== "pending" || rawChars(job.batch) >= settings.minBatchChars;
  const trailing = jobs.findLastIndex(isLarge) + 1;
  const waiting = jobs.slice(trailing).reduce((sum, job) => sum + rawChars(job.batch), 0);
  if (waiting >= settings.minBatchChars) return jobs;
  return jobs.map((job, index) =>
    index < trailing ? job : { batch: job.batch, aliases: job.aliases, status: "skipped", reason: "trivial" },
  );
};
