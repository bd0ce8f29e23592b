import type { CapturedBatch } from "../model/batch.ts";
import { isAssistant } from "../model/message.ts";
import { batchSizes } from "./batch-size.ts";
import type { FlushContext, Job, Pending, Stage } from "./stage.ts";

/** With `batchingMode` "agent-message", everything from a user's message to the reply goes to the summarizer as one. */
export const mergeSpans: Stage = (jobs, context) => {
  if (context.settings.batchingMode !== "agent-message") return jobs;
  const spanOf = spans(context);
  return mergeRuns(jobs, (previous, next) => spanOf(previous) === spanOf(next));
};

/** Small batches go to the summarizer together with the next large one: a call for each would cost more than it saves. */
export const mergeSmall: Stage = (jobs, context) => {
  const { minBatchChars } = context.settings;
  const sizeOf = batchSizes(context);
  return mergeRuns(jobs, (previous) => sizeOf(previous) < minBatchChars);
};

/** Merges pending jobs with the pending one in front of them where `belongs` says so; others keep their places. */
function mergeRuns(
  jobs: readonly Job[],
  belongs: (previous: CapturedBatch, next: CapturedBatch) => boolean,
): readonly Job[] {
  const merged: Job[] = [];
  let last = -1;
  for (const job of jobs) {
    const previous = merged[last];
    if (job.status === "pending" && previous && belongs(previous.batch, job.batch))
      merged[last] = mergeJobs(previous.batch, job);
    else {
      merged.push(job);
      if (job.status === "pending") last = merged.length - 1;
    }
  }
  return merged;
}

/** As one batch under the number of the later turn; each call keeps that of its own. */
function mergeJobs(earlier: CapturedBatch, { batch: later }: Pending): Pending {
  const assistantText = [earlier.assistantText, later.assistantText]
    .filter((text) => text !== "")
    .join("\n\n");
  const calls = [...callsWithTurn(earlier), ...callsWithTurn(later)];
  return { batch: { ...later, assistantText, calls }, status: "pending" };
}

const callsWithTurn = ({ calls, turnIndex, timestamp }: CapturedBatch) =>
  calls.map((call) => ({ turn: { turnIndex, timestamp }, ...call }));

/** The number of the user's message that a batch answers. Assistant messages are counted as `turnIndex` does. */
function spans({ branch }: Pick<FlushContext, "branch">): (batch: CapturedBatch) => number | undefined {
  const numbers: number[] = [];
  let users = 0;
  for (const { message } of branch) {
    if (message?.role === "user") users++;
    if (isAssistant(message)) numbers.push(users);
  }
  return ({ turnIndex }) => numbers[turnIndex];
}
