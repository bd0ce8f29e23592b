import type { ContextItem } from "../digest/knowledge.ts";
import type { CallTest, CapturedBatch, CapturedCall } from "../model/batch.ts";
import type { BranchMessage } from "../model/branch.ts";
import type { ToolCallRecord } from "../model/entries.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import type { ShortRef } from "../model/refs.ts";
import type { BatchSummary, SummarizeAll, SummarizeAllOptions, Usage } from "../ports.ts";
import type { Settings } from "../settings/schema.ts";
import type { PruneState } from "../state/state.ts";

/** The record of a call that shows what another call already showed. */
export interface Alias {
  readonly record: ToolCallRecord;
  readonly original: OccurrenceKey;
}

/** A batch on its way through a flush, and what has been decided about all of its calls so far. */
export type Job = { readonly batch: CapturedBatch } & Progress;

type Progress =
  | { readonly status: "pending" }
  /** One call that has a record, and is raw since a protection that is no more. */
  | { readonly status: "lifted"; readonly record: ToolCallRecord; readonly ref: ShortRef }
  /** One call that shows what another one does, which was recorded before or may be by this flush. */
  | { readonly status: "duplicate"; readonly original: OccurrenceKey }
  | { readonly status: "aliased"; readonly alias: Alias }
  | { readonly status: "summarized"; readonly summary: BatchSummary }
  | {
      readonly status: "indexed";
      readonly summary: BatchSummary;
      readonly records: readonly ToolCallRecord[];
      /** Calls whose stub would not have been shorter than their result. */
      readonly oversized: readonly CapturedCall[];
    }
  | { readonly status: "skipped"; readonly reason: "trivial" }
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
  /** The calls a flush may take; without it, all. */
  readonly only?: CallTest;
  readonly signal?: AbortSignal;
  /** Told what the flush leaves and takes, before any text is made. */
  readonly learn?: (context: readonly ContextItem[]) => void;
  readonly onProgress?: SummarizeAllOptions["onProgress"];
  readonly onDone?: SummarizeAllOptions["onDone"];
  readonly onPaid?: SummarizeAllOptions["onPaid"];
}

/** One step of the pre-flush pipeline: decides about jobs, writes nothing to the session. */
export type Stage = (jobs: readonly Job[], context: FlushContext) => readonly Job[] | Promise<readonly Job[]>;

/** A step that gives out refs: it must not wait, since whoever writes in the meantime would give out the same ones. */
export type Settle = (jobs: readonly Job[], context: FlushContext) => readonly Job[];

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

/**
 * Gives every call of a pending job that `decide` has something for a job of its own, behind that of the others. A job
 * without calls disappears.
 */
export function settleCalls(
  jobs: readonly Job[],
  decide: (call: CapturedCall) => Progress | undefined,
): readonly Job[] {
  return jobs.flatMap((job): readonly Job[] => {
    if (job.status !== "pending") return [job];
    const left: CapturedCall[] = [];
    const settled: Job[] = [];
    for (const call of job.batch.calls) {
      const progress = decide(call);
      if (progress) settled.push({ batch: { ...job.batch, calls: [call] }, ...progress });
      else left.push(call);
    }
    if (settled.length === 0) return [job];
    return left.length === 0 ? settled : [{ ...job, batch: { ...job.batch, calls: left } }, ...settled];
  });
}

/** Runs stages one after the other on fresh jobs for the batches. */
export async function runStages(
  stages: readonly Stage[],
  batches: readonly CapturedBatch[],
  context: FlushContext,
): Promise<readonly Job[]> {
  let jobs: readonly Job[] = batches.map((batch): Job => ({ batch, status: "pending" }));
  for (const stage of stages) jobs = await stage(jobs, context);
  return jobs;
}
