import type { OccurrenceKey } from "../model/occurrence.ts";
import type { SummaryResult } from "../ports.ts";
import { contextItems } from "./context-items.ts";
import type { FlushContext, Job, Pending } from "./stage.ts";

/** Asks for the summaries of all pending batches at once: the summarizer bounds its own concurrency. */
export async function summarize(jobs: readonly Job[], context: FlushContext): Promise<readonly Job[]> {
  const pending = jobs.filter((job) => job.status === "pending");
  if (pending.length === 0) return jobs;
  const { signal, onProgress, onDone, onPaid, learn, branch, state, settings } = context;
  const replaced = keysIn(jobs.filter(({ status }) => status === "duplicate" || status === "lifted"));
  learn?.(contextItems({ branch, state, settings, leaving: keysIn(pending), replaced }));
  const results = await context.summarize(
    pending.map(({ batch }) => batch),
    {
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
      ...(onDone && { onDone }),
      ...(onPaid && { onPaid }),
    },
  );
  const settled = new Map(pending.map((job, index) => [job as Job, settle(job, results[index])]));
  return jobs.map((job) => settled.get(job) ?? job);
}

const keysIn = (jobs: readonly Job[]): ReadonlySet<OccurrenceKey> =>
  new Set(jobs.flatMap(({ batch }) => batch.calls.map(({ key }) => key)));

function settle({ batch }: Pending, result: SummaryResult | undefined): Job {
  if (!result) throw new Error("the summarizer left a batch out");
  if (!result.ok) {
    const { reason, message, usage } = result;
    return { batch, status: "failed", reason, message, usage };
  }
  const { source, lines, remarks, usage } = result;
  return { batch, status: "summarized", summary: { source, lines, remarks, usage } };
}
