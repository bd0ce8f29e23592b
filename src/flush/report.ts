import type { FlushReason } from "../economics/decide.ts";
import { rawChars } from "../model/batch.ts";
import type { ToolCallRecord } from "../model/entries.ts";
import { nameNumber } from "../model/refs.ts";
import { addUsage, NO_USAGE } from "../model/usage.ts";
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

/**
 * What a flush did with a call: gave it a record, an alias, or the effect of a record from before a protection; passed
 * it over as too short for a stub; left it for another flush as too little, or since the summarizer failed.
 */
export type Fate = "summarized" | "deduped" | "lifted" | "oversized" | "trivial" | "failed";

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
  /** Calls by what became of them. */
  readonly fates: Readonly<Record<Fate, number>>;
  /** Chains that were compressed with it, by their blocks. */
  readonly blocks: readonly string[];
  /** Whether the model will see anything else than before. */
  readonly changed: boolean;
  readonly failures: readonly string[];
  readonly usage: Usage;
}

export function reportOf(jobs: readonly Job[], trigger: Trigger): FlushReport {
  const records = jobs.flatMap(recordsIn);
  const applied = [...records, ...jobs.flatMap((job) => (job.status === "lifted" ? [job.record] : []))];
  return {
    trigger,
    outcome: outcomeOf(jobs),
    batches: jobs.filter((job) => job.status === "indexed").length,
    calls: applied.length,
    rawChars: applied.reduce((sum, record) => sum + replacedChars(record), 0),
    stubChars: applied.reduce((sum, record) => sum + shownChars(record), 0),
    refs: refRange(records),
    fates: fatesOf(jobs),
    blocks: [],
    changed: false,
    failures: jobs.flatMap((job) => (job.status === "failed" ? [job.message] : [])),
    usage: addUsage(jobs.map(usageOf)),
  };
}

function recordsIn(job: Job): readonly ToolCallRecord[] {
  if (job.status === "aliased") return [job.alias.record];
  return job.status === "indexed" ? job.records : [];
}

function refRange(records: readonly ToolCallRecord[]): FlushReport["refs"] {
  const refs = records.flatMap(({ ref }) => ref ?? []).sort((a, b) => nameNumber(a) - nameNumber(b));
  const [first] = refs;
  const last = refs.at(-1);
  return first !== undefined && last !== undefined ? { first, last } : undefined;
}

function fatesOf(jobs: readonly Job[]): FlushReport["fates"] {
  const fates = { summarized: 0, deduped: 0, lifted: 0, oversized: 0, trivial: 0, failed: 0 };
  for (const job of jobs) {
    const calls = job.batch.calls.length;
    if (job.status === "indexed") {
      fates.summarized += job.records.length;
      fates.oversized += job.oversized.length;
    } else if (job.status === "aliased") fates.deduped += calls;
    else if (job.status === "skipped") fates[job.reason] += calls;
    else if (job.status === "lifted" || job.status === "failed") fates[job.status] += calls;
  }
  return fates;
}

const replacedChars = ({ stub, chars = 0, arguments: effects = [] }: ToolCallRecord): number =>
  effects.reduce((sum, effect) => sum + (effect.chars ?? 0), stub === undefined ? 0 : chars);

const shownChars = ({ stub = "", arguments: effects = [] }: ToolCallRecord): number =>
  effects.reduce((sum, { text }) => sum + text.length, stub.length);

function usageOf(job: Job): Usage {
  if (job.status === "indexed" || job.status === "summarized") return job.summary.usage;
  return job.status === "failed" ? job.usage : NO_USAGE;
}

/** The reference's precedence: what was summarized outweighs every skip. */
function outcomeOf(jobs: readonly Job[]): Outcome {
  const has = (reason: string) => jobs.some((job) => job.status === "skipped" && job.reason === reason);
  const hasStatus = (status: Job["status"]) => jobs.some((job) => job.status === status);
  if (hasStatus("indexed") || hasStatus("lifted")) return "summarized";
  if (has("oversized")) return "skipped-oversized";
  if (hasStatus("aliased")) return "skipped-deduped";
  if (hasStatus("failed")) return "failed";
  return has("trivial") ? "skipped-trivial" : "empty";
}

/** Raw characters a flush looked at, whatever became of them. */
export const attemptedChars = (jobs: readonly Job[]): number =>
  jobs.reduce((sum, job) => sum + rawChars(job.batch), 0);
