import { saidHash } from "../chain/said-hash.ts";
import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import { resultChars } from "../model/batch.ts";
import type { ToolCallRecord } from "../model/entries.ts";
import { type ShortRef, shortRef } from "../model/refs.ts";
import type { BatchSummary } from "../ports.ts";
import { recordFor } from "./call-record.ts";
import { dueArguments } from "./due-arguments.ts";
import type { Job, Settle } from "./stage.ts";
import { stubText } from "./stub-text.ts";

/**
 * Turns summaries into records, and leaves out every call that would not get shorter: neither its result by a stub nor
 * its arguments by placeholders. Works on the whole list, since refs are handed out in order and count towards the
 * length.
 */
export const rejectOversized: Settle = (jobs, context) => {
  const dueOf = dueArguments(context);
  let next = context.firstRef;
  return jobs.map((job): Job => {
    if (job.status !== "summarized") return job;
    const { batch, summary } = job;
    const records: ToolCallRecord[] = [];
    const oversized: CapturedCall[] = [];
    for (const [index, call] of batch.calls.entries()) {
      const record = recordFor({
        call,
        batch,
        ref: shortRef(next),
        lines: summary.lines[index] ?? "",
        due: dueOf(call),
        nonce: context.nonce,
      });
      if (record) {
        records.push({ ...record, ...saidIn(call, summary) });
        next++;
      } else oversized.push(call);
    }
    withRemarks(records, batch, summary);
    if (records.length === 0)
      return { batch, status: "skipped", reason: "oversized", source: summary.source };
    return { batch, status: "indexed", summary, records, oversized };
  });
};

/** What a record of a text that a model wrote keeps of what the prompt showed beside the result. */
const saidIn = ({ assistant }: CapturedCall, { source }: BatchSummary): Pick<ToolCallRecord, "saidHash"> =>
  source === "model" && assistant ? { saidHash: saidHash([assistant]) } : {};

/** Remarks that belong to no call go to the latest stub that stays shorter than its result with them. */
function withRemarks(
  records: ToolCallRecord[],
  batch: CapturedBatch,
  { lines, remarks }: BatchSummary,
): void {
  if (remarks === "") return;
  for (let at = records.length - 1; at >= 0; at--) {
    const record = records[at];
    const index = batch.calls.findIndex((call) => call.entryId === record?.entryId);
    const call = batch.calls[index];
    if (!record?.ref || record.stub === undefined || !call) continue;
    const stub = stubText(record.ref as ShortRef, call, [lines[index], remarks].filter(Boolean).join("\n"));
    if (stub.length >= resultChars(call)) continue;
    records[at] = { ...record, stub };
    return;
  }
}
