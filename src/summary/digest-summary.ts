import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import { wellFormed } from "../model/text.ts";
import type { BatchSummary, Usage } from "../ports.ts";

/** What is worth keeping of one call, without a model; "" when nothing is. */
export type Digest = (call: CapturedCall) => string;

export const NO_USAGE: Usage = { input: 0, output: 0, cost: 0, calls: 0 };

/** The summary that needs no model. `usage` is what was spent on trying one. */
export function digestSummary(batch: CapturedBatch, digest: Digest, usage: Usage = NO_USAGE): BatchSummary {
  const lines = batch.calls.map((call) => wellFormed(digest(call)));
  return { source: "digest", lines, remarks: "", usage };
}

/** The sum of several usages. */
export function addUsage(usages: readonly Usage[]): Usage {
  return usages.reduce(
    (sum, { input, output, cost, calls }) => ({
      input: sum.input + input,
      output: sum.output + output,
      cost: sum.cost + cost,
      calls: sum.calls + calls,
    }),
    NO_USAGE,
  );
}
