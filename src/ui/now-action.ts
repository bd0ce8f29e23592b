import type { FlushReport } from "../flush/report.ts";
import { type CapturedBatch, rawChars } from "../model/batch.ts";
import { compactCount, plural } from "../model/format.ts";
import type { Command } from "./command.ts";
import type { CommandContext } from "./command-context.ts";
import { Progress } from "./progress/progress.ts";
import { eventWidget, type ProgressWidget, terminalWidget } from "./progress/progress-widget.ts";

export const nowAction: Command = {
  name: "now",
  kind: "action",
  usage: "now [preview]",
  summary: "Prune all that the model has read.",
  // Not offered before it is asked for: Enter behind "now " is to prune.
  offers: (typed) => (typed === "" ? [] : [{ value: "preview", note: "only say what that would be" }]),
  async run(argument, context) {
    const { say, flush, settings } = context;
    if (argument !== "" && argument !== "preview")
      return say(`pruner: now takes nothing or preview, not "${argument}".`);
    if (!settings.current().enabled) return say("pruner: pruning is off. /pruner on turns it on.");
    const batches = await flush.pending();
    if (argument === "preview") return say(describePending(batches));
    try {
      say(describeFlush(await flushWithProgress(batches, context)));
    } catch (error) {
      // What the host refused to record stays as it is.
      say(`pruner: nothing flushed — failed (${error instanceof Error ? error.message : String(error)})`);
    }
  },
};

const NOTHING_PENDING = "pruner: nothing pending — no batches to summarize";

function describePending(batches: readonly CapturedBatch[]): string {
  if (batches.length === 0) return NOTHING_PENDING;
  const calls = batches.reduce((sum, batch) => sum + batch.calls.length, 0);
  const chars = batches.reduce((sum, batch) => sum + rawChars(batch), 0);
  return `pruner: a flush would take ${plural(calls, "tool call")} in ${plural(batches.length, "batch", "batches")}, ${compactCount(chars)} raw chars`;
}

async function flushWithProgress(
  batches: readonly CapturedBatch[],
  { flush, widgets, custom }: CommandContext,
): Promise<FlushReport | undefined> {
  let widget: ProgressWidget | undefined;
  const progress = new Progress(batches, (what) => {
    if (what === "state" || custom) widget?.changed();
  });
  if (widgets && batches.length > 0)
    widget = (custom ? terminalWidget : eventWidget)(widgets, () => progress.rows);
  try {
    return await flush.now(progress);
  } finally {
    widget?.close();
  }
}

/** What a flush by hand did, in one sentence. */
export function describeFlush(report: FlushReport | undefined): string {
  if (!report) return "pruner: nothing flushed — already-flushing or aborted";
  const rest = leftAlone(report);
  const done = [...prunedText(report), ...foldedText(report)];
  if (done.length > 0) return `pruner: ${[...done, ...rest].join("; ")}`;
  if (report.outcome === "empty") return NOTHING_PENDING;
  return `pruner: nothing flushed — ${rest.join("; ") || "there was nothing to do"}`;
}

function prunedText({ calls, batches, stubChars, rawChars: raw, refs }: FlushReport): readonly string[] {
  if (calls === 0) return [];
  const range = refs ? ` (${refs.first === refs.last ? refs.first : `${refs.first}..${refs.last}`})` : "";
  const from = batches > 0 ? ` from ${plural(batches, "batch", "batches")}` : "";
  const sizes = `summary ${compactCount(stubChars)} chars vs ${compactCount(raw)} raw chars`;
  return [`pruned ${plural(calls, "tool call")}${from}${range} — ${sizes}`];
}

const foldedText = ({ blocks }: FlushReport): readonly string[] =>
  blocks.length > 0 ? [`compressed ${plural(blocks.length, "chain")} (${blocks.join(", ")})`] : [];

/** What became of the calls that were not pruned, and of those that were without a summary of their own. */
function leftAlone({ fates, failures }: FlushReport): readonly string[] {
  const some = (count: number, text: string) => (count > 0 ? [`${plural(count, "call")} ${text}`] : []);
  return [
    ...some(fates.deduped, "equal to earlier ones"),
    ...some(fates.oversized, "without a shorter stub: left alone"),
    ...some(fates.trivial, "still pending: less than the minimum batch"),
    ...some(fates.failed, `still pending: summarizer-failed (${failures[0] ?? "no reason given"})`),
  ];
}
