import { eachPending } from "./stage.ts";

/** Asks the summarizer for the lines of each call. It bounds its own concurrency, so all batches are handed over. */
export const summarize = eachPending(async (job, { summarize: ask, signal }) => {
  const result = await ask(job.batch, signal ? { signal } : {});
  const { batch, aliases } = job;
  if (!result.ok) {
    const { reason, message, usage } = result;
    return { batch, aliases, status: "failed", reason, message, usage };
  }
  const { source, lines, remarks, usage } = result;
  return { batch, aliases, status: "summarized", summary: { source, lines, remarks, usage } };
});
