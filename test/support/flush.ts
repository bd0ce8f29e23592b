import { readBatches } from "../../src/capture/read-batches.ts";
import { commitEntries } from "../../src/flush/commit.ts";
import { type FlushReport, reportOf } from "../../src/flush/report.ts";
import { type FlushContext, type Job, runStages } from "../../src/flush/stage.ts";
import { stages } from "../../src/flush/stages.ts";
import type { CapturedBatch } from "../../src/model/batch.ts";
import type { BranchMessage } from "../../src/model/branch.ts";
import type { EntryData, PruneEntry, ToolCallRecord } from "../../src/model/entries.ts";
import type { SummaryResult } from "../../src/ports.ts";
import type { Settings } from "../../src/settings/schema.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { namesInFile } from "../../src/state/names.ts";
import { fold } from "../../src/state/reducers.ts";
import { digestSummary } from "../../src/summary/digest-summary.ts";

export interface FlushOptions {
  /** What earlier flushes wrote. */
  readonly before?: readonly PruneEntry[];
  readonly settings?: Partial<Settings>;
  readonly keep?: number;
  readonly isProtected?: FlushContext["isProtected"];
  /** Default: the digest, which says "what <id> said" of each call. */
  readonly summarize?: (batch: CapturedBatch) => SummaryResult;
}

export interface FlushRun {
  /** What the flush wrote, and with it all that was written so far. */
  readonly entries: readonly PruneEntry[];
  readonly written: readonly PruneEntry[];
  readonly jobs: readonly Job[];
  readonly report: FlushReport;
  /** The batches the summarizer was asked about. */
  readonly asked: readonly CapturedBatch[];
}

/** One flush of a branch as the product does it, without a session. */
export async function flushRun(
  branch: readonly BranchMessage[],
  { before = [], settings: changed, keep = 0, isProtected = () => false, summarize }: FlushOptions = {},
): Promise<FlushRun> {
  const settings = { ...defaultSettings, ...changed };
  const state = fold(before);
  const asked: CapturedBatch[] = [];
  const jobs = await runStages(stages, readBatches(branch, keep), {
    settings,
    state,
    branch,
    isProtected,
    summarize: (batches) => {
      asked.push(...batches);
      return batches.map(summarize ?? digested);
    },
    firstRef: namesInFile(before).nextRef,
    nonce: "k3f9x2",
  });
  const report = reportOf(jobs, "manual");
  const entries = commitEntries({ jobs, report, settings, state, now: 9 });
  return { entries: [...before, ...entries], written: entries, jobs, report, asked };
}

const digested = (batch: CapturedBatch): SummaryResult => ({
  ok: true,
  ...digestSummary(batch, ({ toolCallId }) => `what ${toolCallId} said`),
});

export const failing = (): SummaryResult => ({
  ok: false,
  reason: "failed",
  message: "no model",
  usage: { input: 1, output: 0, cost: 0, calls: 1 },
});

export const recordsIn = (entries: readonly PruneEntry[]): readonly ToolCallRecord[] =>
  entries.flatMap(({ type, data }) => (type === "context-prune-index" ? data.toolCalls : []));

export const aliasesIn = (
  entries: readonly PruneEntry[],
): readonly EntryData<"context-prune-dedup-alias">[] =>
  entries.flatMap(({ type, data }) => (type === "context-prune-dedup-alias" ? [data] : []));

/** `t2 = t1`: which alias got which ref, and whose output it repeats. */
export const aliasRefs = (entries: readonly PruneEntry[]): readonly string[] => {
  const { refOfKey, aliases } = fold(entries);
  return [...aliases].map(([key, original]) => `${refOfKey.get(key)} = ${refOfKey.get(original)}`);
};

export const refsIn = (entries: readonly PruneEntry[]) => recordsIn(entries).map(({ ref }) => ref);

/** The frontier of the last flush. */
export const frontierIn = (entries: readonly PruneEntry[]) => fold(entries).frontier;
