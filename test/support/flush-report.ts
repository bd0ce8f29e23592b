import type { FlushReport } from "../../src/flush/report.ts";

/** A flush that pruned five calls, except where a test says something else. */
export const flushReport = (changed: Partial<FlushReport> = {}): FlushReport => ({
  trigger: "manual",
  outcome: "summarized",
  batches: 2,
  calls: 5,
  rawChars: 31_000,
  stubChars: 2900,
  refs: { first: "t3", last: "t7" },
  fates: { ...NO_FATES, summarized: 5 },
  blocks: [],
  changed: true,
  failures: [],
  usage: { input: 0, output: 0, cost: 0, calls: 0 },
  ...changed,
});

export const NO_FATES: FlushReport["fates"] = {
  summarized: 0,
  deduped: 0,
  lifted: 0,
  oversized: 0,
  trivial: 0,
  failed: 0,
};
