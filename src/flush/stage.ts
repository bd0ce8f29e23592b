import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import type { BranchMessage } from "../model/branch.ts";
import type { ToolCallRecord } from "../model/entries.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import type { BatchSummary, SummarizeAll, SummarizeAllOptions, Usage } from "../ports.ts";
import type { Settings } from "../settings/schema.ts";
import type { PruneState } from "../state/state.ts";

/** A call that shows what another call already showed. */
export interface Alias {
  readonly duplicate: CapturedCall;
  readonly original: OccurrenceKey;
}

/** A batch on its way through a flush, and what has been decided about it so far. */
export type Job = { readonly batch: CapturedBatch; readonly aliases: readonly Alias[] } & Progress;

type Progress =
  | { readonly status: "pending" }
  | { readonly status: "summarized"; readonly summary: BatchSummary }
  | {
      readonly status: "indexed";
      readonly summary: BatchSummary;
      readonly records: readonly ToolCallRecord[];
      /** Calls whose stub would not have been shorter than their result. */
      readonly oversized: readonly CapturedCall[];
    }
  | { readonly status: "skipped"; readonly reason: "deduped" | "trivial" }
  | { readonly status: "skipped"; readonly reason: "oversized"; readonly source: BatchSummary["source"] }
  | {
      readonly status: "failed";
      readonly reason: "aborted" | "failed";
      readonly message: string;
      readonly usage: Usage;
    };

export type Pending = Extract<Job, { status: "pending" }>;

/** What the stages may look at. They decide about jobs and write nothing to the session. */
export interface FlushContext {
  readonly settings: Settings;
  readonly state: Readonly<PruneState>;
  readonly branch: readonly BranchMessage[];
  readonly isProtected: (toolName: string, args: Readonly<Record<string, unknown>>) => boolean;
  readonly summarize: SummarizeAll;
  /** Number of the first ref that no entry of the session file has used. */
  readonly firstRef: number;
  /** A word that no other session has: it marks the placeholders of arguments. */
  readonly nonce: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: SummarizeAllOptions["onProgress"];
  readonly onDone?: SummarizeAllOptions["onDone"];
}

/** One step of the pre-flush pipeline: decides about jobs, writes nothing to the session. */
export type Stage = (jobs: readonly Job[], context: FlushContext) => readonly Job[] | Promise<readonly Job[]>;

/** Lifts a decision about one pending job to a stage; settled jobs pass through untouched. */
export function eachPending(decide: (job: Pending, context: FlushContext) => Job | Promise<Job>): Stage {
  return (jobs, context) =>
    Promise.all(jobs.map((job) => (job.status === "pending" ? decide(job, context) : job)));
}

/** Lifts a test of one call to a stage: calls that fail it leave their job, and a job without calls disappears. */
export function keepCalls(isWork: (context: FlushContext) => (call: CapturedCall) => boolean): Stage {
  return (jobs, context) => {
    const test = isWork(context);
    return jobs.flatMap((job): Job[] => {
      const calls = job.batch.calls.filter(test);
      if (calls.length === job.batch.calls.length) return [job];
      return calls.length > 0 ? [{ ...job, batch: { ...job.batch, calls } }] : [];
    });
  };
}

/** Runs stages one after the other on fresh jobs for the batches. */
export async function runStages(
  stages: readonly Stage[],
  batches: readonly CapturedBatch[],
  context: FlushContext,
): Promise<readonly Job[]> {
  let jobs: readonly Job[] = batches.map((batch): Job => ({ batch, aliases: [], status: "pending" }));
  for (const stage of stages) jobs = await stage(jobs, context);
  return jobs;
}
