import { type CapturedBatch, rawChars } from "../model/batch.ts";
import { dueChars } from "./condense-arguments.ts";
import { dueArguments } from "./due-arguments.ts";
import type { FlushContext } from "./stage.ts";

/** Characters that a flush looks at in a batch: all of its results, and what arguments would lose. */
export function batchSizes(
  context: Pick<FlushContext, "branch" | "settings">,
): (batch: CapturedBatch) => number {
  const dueOf = dueArguments(context);
  return (batch) => batch.calls.reduce((sum, call) => sum + dueChars(call, dueOf(call)), rawChars(batch));
}
