import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import { wellFormed } from "../model/text.ts";
import { NO_USAGE } from "../model/usage.ts";
import type { BatchSummary, Usage } from "../ports.ts";

/** What is worth keeping of one call, without a model; "" when nothing is. */
export type Digest = (call: CapturedCall) => string;

/** The summary that needs no model. `usage` is what was spent on trying one. */
export function digestSummary(batch: CapturedBatch, digest: Digest, usage: Usage = NO_USAGE): BatchSummary {
  const lines = batch.calls.map((call) => wellFormed(digest(call)));
  return { source: "digest", lines, remarks: "", usage };
}
