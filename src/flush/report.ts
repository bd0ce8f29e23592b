import type { FlushReason } from "../economics/decide.ts";
import { rawChars } from "../model/batch.ts";
import type { ToolCallRecord } from "../model/entries.ts";
import type { Usage } from "../ports.ts";
import type { Job } from "./stage.ts";

/** Why a flush ran. */
export type Trigger = FlushReason;

export type Outcome =
  | "summarized"
  | "skipped-oversized"
  | "skipped-deduped"
  | "skipped-trivial"
  | "failed"
  | "empty";

/** What one flush did. Notices, the metrics entry and the footer are all derived from it. */
export interface FlushReport {
  readonly trigger: Trigger;
  readonly outcome: Outcome;
  readonly batches: number;
  readonly calls: number;
  /** Rendered characters of the results and arguments that were replaced, and of what stands in their place. */
  readonly rawChars: number;
  readonly stubChars: number;
  /** First and last ref given out; undefined when there was none. */
  readonly refs: { readonly first: string; readonly last: string } | undefined;
  readonly failures: readonly string[];
  readonly usage: Usage;
}

const noUsage: Usage = { input: 0, output: 0, cost: 0, calls: 0 };

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cost: a.cost + b.cost,
  calls: a.calls + b.calls,
});

export function reportOf(jobs: readonly Job[], trigger: Trigger): FlushReport {
  const indexed = jobs.filter((job) => job.status === "indexed");
  const records = indexed.flatMap((job) => job.records);
  const first = records[0]?.ref;
  const last = records.at(-1)?.ref;
  return {
    trigger,
    outcome: outcomeOf(jobs),
    batches: indexed.length,
    calls: records.length,
    rawChars: records.reduce((sum, record) => sum + replacedChars(record), 0),
    stubChars: records.reduce((sum, record) => sum + shownChars(record), 0),
    refs: first !== undefined && last !== undefined ? { first, last } : undefined,
    failures: jobs.flatMap((job) => (job.status === "failed" ? [job.message] : [])),
    usage: jobs.map(usageOf).reduce(addUsage, noUsage),
  };
}

const replacedChars = ({ stub, chars = 0, arguments: effects = [] }: ToolCallRecord): number =>
  effects.reduce((sum, effect) => sum + (effect.chars ?? 0), stub === undefined ? 0 : chars);

const shownChars = ({ stub = "", arguments: effects = [] }: ToolCallRecord): number =>
  effects.reduce((sum, { text }) => sum + text.length, stub.length);

function usageOf(job: Job): Usage {
  if (job.status === "indexed" || job.status === "summarized") return job.summary.usage;
  return job.status === "failed" ? job.usage : noUsage;
}

/** The reference's precedence: what was summarized outweighs every skip. */
function outcomeOf(jobs: readonly Job[]): Outcome {
  const has = (reason: string) => jobs.some((job) => job.status === "skipped" && job.reason === reason);
  if (jobs.some((job) => job.status === "indexed")) return "summarized";
  if (has("oversized")) return "skipped-oversized";
  if (has("deduped")) return "skipped-deduped";
  if (jobs.some((job) => job.status === "failed")) return "failed";
  return has("trivial") ? "skipped-trivial" : "empty";
}

/** Raw characters a flush looked at, whatever became of them. */
export const attemptedChars = (jobs: readonly Job[]): number =>
  jobs.reduce((sum, job) => sum + rawChars(job.batch), 0);
