import type { PruneEntry } from "../model/entries.ts";
import { commitEntries } from "./commit.ts";
import { branchMetrics } from "./context-metrics.ts";
import { expireRecoveries } from "./expire-recoveries.ts";
import type { FlushOrder } from "./order.ts";
import { type FlushReport, reportOf } from "./report.ts";
import type { FlushContext, Job } from "./stage.ts";
import { settlement } from "./stages.ts";

/**
 * What a flush comes to when all is decided: its report, and the entries to be written. They must be written before
 * anything waits: whoever writes in the meantime would give out the same refs.
 */
export function conclude(
  decided: readonly Job[],
  context: FlushContext & FlushOrder,
): { readonly report: FlushReport; readonly entries: readonly PruneEntry[] } {
  const jobs = settlement.reduce((current, settle) => settle(current, context), decided);
  const report = reportOf(jobs, context.trigger);
  const expired = expireRecoveries(context);
  const metrics = branchMetrics(context);
  return {
    report,
    entries: commitEntries({ ...context, jobs, report, expired, metrics, now: context.now() }),
  };
}
