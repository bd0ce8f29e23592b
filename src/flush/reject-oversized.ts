import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import { resultChars } from "../model/batch.ts";
import type { ToolCallRecord } from "../model/entries.ts";
import { contentHash, exactHash } from "../model/hash.ts";
import { textOf } from "../model/message.ts";
import { shortRef } from "../model/refs.ts";
import type { BatchSummary } from "../ports.ts";
import type { Job, Stage } from "./stage.ts";
import { stubText } from "./stub-text.ts";

/**
 * Turns summaries into records, and leaves out every call whose stub would not be shorter than its result. Works on
 * the whole list, since refs are handed out in order and count towards the length.
 */
export const rejectOversized: Stage = (jobs, { firstRef }) => {
  let next = firstRef;
  return jobs.map((job): Job => {
    if (job.status !== "summarized") return job;
    const { batch, aliases, summary } = job;
    const records: ToolCallRecord[] = [];
    const oversized: CapturedCall[] = [];
    for (const [index, call] of batch.calls.entries()) {
      const record = recordFor({ call, batch, number: next, lines: summary.lines[index] ?? "" });
      if (record.stub.length < resultChars(call)) {
        records.push(record);
        next++;
      } else oversized.push(call);
    }
    withRemarks(records, batch, summary);
    if (records.length === 0)
      return { batch, aliases, status: "skipped", reason: "oversized", source: summary.source };
    return { batch, aliases, status: "indexed", summary, records, oversized };
  });
};

interface Indexing {
  readonly call: CapturedCall;
  readonly batch: CapturedBatch;
  readonly number: number;
  readonly lines: string;
}

function recordFor({ call, batch, number, lines }: Indexing): ToolCallRecord & { stub: string } {
  const ref = shortRef(number);
  return {
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    isError: call.isError,
    turnIndex: batch.turnIndex,
    timestamp: batch.timestamp,
    resultTimestamp: call.resultTimestamp,
    ...(call.ordinal > 0 && { ordinal: call.ordinal }),
    ref,
    ...(call.entryId !== undefined && { entryId: call.entryId }),
    ...(call.assistantEntryId !== undefined && { assistantEntryId: call.assistantEntryId }),
    chars: resultChars(call),
    contentHash: contentHash(call.toolName, textOf(call.content)),
    ...(call.hasTwin && { exactHash: exactHash(call.content) }),
    stub: stubText(ref, call, lines),
  };
}

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
    if (!record?.ref || !call) continue;
    const stub = stubText(
      record.ref as ReturnType<typeof shortRef>,
      call,
      [lines[index], remarks].filter(Boolean).join("\n"),
    );
    if (stub.length >= resultChars(call)) continue;
    records[at] = { ...record, stub };
    return;
  }
}
