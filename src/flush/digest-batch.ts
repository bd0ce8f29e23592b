import { digestCall } from "../digest/digest.ts";
import type { DigestBudget } from "../digest/types.ts";
import type { CapturedBatch } from "../model/batch.ts";
import type { BatchSummary } from "../ports.ts";
import { digestCallOf } from "./stub-text.ts";

/** The summary that needs no model: the digest of each call, at once and for free. */
export const digestBatch = (batch: CapturedBatch, budget: DigestBudget): BatchSummary => ({
  source: "digest",
  lines: batch.calls.map((call) => digestCall(digestCallOf(call), budget)),
  remarks: "",
  usage: { input: 0, output: 0, cost: 0, calls: 0 },
});
