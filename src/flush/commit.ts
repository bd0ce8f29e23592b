import type { CapturedCall } from "../model/batch.ts";
import type { EntryData, PruneEntry, Skip, ToolCallRecord } from "../model/entries.ts";
import { recordedName } from "../model/record.ts";
import type { Settings } from "../settings/schema.ts";
import type { PruneState } from "../state/state.ts";
import { statsEntry } from "../state/stats-entry.ts";
import { aliasEntry } from "./alias-entry.ts";
import type { ContextMetrics } from "./context-metrics.ts";
import { attemptedChars, type FlushReport } from "./report.ts";
import type { Job } from "./stage.ts";
import { summaryEntry } from "./summary-entry.ts";

/** What a commit is made of. */
export interface Commit {
  readonly jobs: readonly Job[];
  /** Recovered outputs whose grace is over. */
  readonly expired?: readonly ToolCallRecord[];
  readonly report: FlushReport;
  /** The context as the flush found it. */
  readonly metrics?: ContextMetrics;
  readonly settings: Settings;
  readonly state: Readonly<PruneState>;
  /** More about the trigger. */
  readonly detail?: string | undefined;
  /** ms since 1970. */
  readonly now: number;
}

/**
 * The entries one flush writes, in order. All records stand in one entry, so that a flush takes effect whole or not at
 * all; what comes before it changes nothing, and what comes after it can be lost without losing anything.
 */
export function commitEntries(commit: Commit): PruneEntry[] {
  const indexed = commit.jobs.filter((job) => job.status === "indexed");
  const toolCalls = [...indexed.flatMap((job) => job.records), ...(commit.expired ?? [])];
  return [
    ...indexed.flatMap((job) => summaryEntry(job) ?? []),
    ...(toolCalls.length > 0 ? [{ type: "context-prune-index", data: { toolCalls } } as const] : []),
    ...commit.jobs.flatMap((job) => (job.status === "aliased" ? [aliasEntry(job.alias)] : [])),
    ...prunedEntry(commit),
    ...frontierEntry(commit),
    ...statsEntry(commit.report.usage, commit.state),
    ...metricsEntry(commit),
  ];
}

/** Records that were raw under a protection that is no more are to take effect again, under the refs they have. */
function prunedEntry({ jobs }: Commit): PruneEntry[] {
  const refs = jobs.flatMap((job) => (job.status === "lifted" ? [job.ref] : []));
  return refs.length > 0 ? [{ type: "context-prune-effect", data: { kind: "pruned", refs } }] : [];
}

function frontierEntry({ jobs, report, settings }: Commit): PruneEntry[] {
  const attempted = jobs.filter((job) => isAttempted(job));
  const last = attempted.at(-1)?.batch;
  const call = last?.calls.at(-1);
  if (!last || !call) return [];
  const skips = attempted.flatMap((job) => skipsOf(job, settings));
  return [
    {
      type: "context-prune-frontier",
      data: {
        lastAttemptedToolCallId: call.toolCallId,
        lastAttemptedToolName: call.toolName,
        lastAttemptedTurnIndex: last.turnIndex,
        lastAttemptedTimestamp: Number.isFinite(last.timestamp) ? last.timestamp : 0,
        attemptedBatchCount: attempted.length,
        attemptedToolCallCount: attempted.reduce((sum, job) => sum + job.batch.calls.length, 0),
        rawCharCount: attemptedChars(attempted),
        summaryCharCount: report.stubChars,
        outcome: report.outcome,
        ...sharingCause(skips),
      },
    },
  ];
}

/** Skips of one flush nearly always have one cause, which is as long as they are: it is told once. */
function sharingCause(
  skips: readonly Skip[],
): Pick<EntryData<"context-prune-frontier">, "skips" | "skippedBecause"> {
  const [first] = skips;
  if (!first) return { skips: [] };
  const shared = JSON.stringify(first.because);
  return {
    skips: skips.map(({ because, ...skip }) =>
      JSON.stringify(because) === shared ? skip : { ...skip, because },
    ),
    skippedBecause: first.because,
  };
}

// A run of small batches waits for more and may still be taken: recording it as skipped would lose it.
const isAttempted = (job: Job) =>
  job.status === "indexed" ||
  job.status === "aliased" ||
  (job.status === "skipped" && job.reason !== "trivial");

function skipsOf(job: Job, settings: Settings): Skip[] {
  if (job.status === "indexed")
    return job.oversized.map((call) => oversizedSkip(call, job.summary.source, settings));
  if (job.status !== "skipped" || job.reason !== "oversized") return [];
  return job.batch.calls.map((call) => oversizedSkip(call, job.source, settings));
}

function oversizedSkip(call: CapturedCall, source: "digest" | "model", settings: Settings): Skip {
  const setting = source === "digest" ? "digest" : "summarizerModel";
  return {
    ...recordedName(call),
    reason: "oversized",
    because: { setting, value: structuredClone(settings[setting]) },
  };
}

function metricsEntry({ jobs, report, metrics, detail, now }: Commit): PruneEntry[] {
  if (jobs.length === 0) return [];
  return [
    {
      type: "context-prune-flush-metrics",
      data: {
        ts: now,
        trigger: report.trigger,
        capturedBatches: new Set(jobs.map(({ batch }) => batch.turnIndex)).size,
        processedBatches: report.batches,
        outcome: report.outcome,
        ...(metrics && { metrics: { ...metrics } }),
        ...(detail !== undefined && { reason: detail }),
        removedChars: report.rawChars - report.stubChars,
      },
    },
  ];
}

const bookkeeping: ReadonlySet<PruneEntry["type"]> = new Set([
  "context-prune-summary",
  "context-prune-frontier",
  "context-prune-stats",
  "context-prune-flush-metrics",
  "context-prune-diagnostic",
  "context-prune-texts",
]);

/** Whether an entry has an effect on what the model is shown. */
export const changesContext = (entry: PruneEntry): boolean => !bookkeeping.has(entry.type);
