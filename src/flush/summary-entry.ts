import { saidHash } from "../chain/said-hash.ts";
import type { CapturedCall } from "../model/batch.ts";
import type { PruneEntry, ToolCallRecord } from "../model/entries.ts";
import { exactHash } from "../model/hash.ts";
import { recordedName } from "../model/record.ts";
import { stubLines } from "../model/stub-lines.ts";
import type { Job } from "./stage.ts";

/**
 * The batch text a model wrote, with a ref at each call's lines and the reference's footer, for readers of the session.
 * Digests get no entry of their own: their batch text is the lines of the records, and no text is stored twice.
 */
export function summaryEntry(job: Extract<Job, { status: "indexed" }>): PruneEntry | undefined {
  if (job.summary.source !== "model") return undefined;
  const { records, oversized, batch, summary } = job;
  return {
    type: "context-prune-summary",
    data: {
      text: batchText(records, summary.remarks),
      toolCallRefs: records.map(toolCallRef),
      ...(oversized.length > 0 && { passedOver: oversized.map(witness) }),
      toolNames: records.map((record) => record.toolName),
      turnIndex: batch.turnIndex,
      ...(Number.isFinite(batch.timestamp) && { timestamp: batch.timestamp }),
    },
  };
}

/** The text of a batch: the lines of each call with its ref, then the flat list of refs. */
export function batchText(records: readonly ToolCallRecord[], remarks: string): string {
  const lines = records.flatMap(({ ref, toolName, stub }) =>
    stub === undefined ? [] : `- \`${ref}\` ${toolName}: ${stubLines(stub)}`,
  );
  const refs = records.map(({ ref }) => `\`${ref}\``).join(", ");
  return [
    ...(remarks ? [remarks] : []),
    ...lines,
    `\n---\n**Summarized tool refs**: ${refs}`,
    "Use `context_tree_query` with these refs to retrieve the original full outputs.",
  ].join("\n");
}

/** A call that has no record, and that the text may quote all the same. */
const witness = (call: CapturedCall) => ({
  ...recordedName(call),
  toolName: call.toolName,
  exactHash: exactHash(call.content),
  ...(call.assistant && { saidHash: saidHash([call.assistant]) }),
});

const toolCallRef = ({ ref = "", toolCallId, resultTimestamp, ordinal }: ToolCallRecord) => ({
  shortId: ref,
  toolCallId,
  ...(resultTimestamp !== undefined && { resultTimestamp }),
  ...(ordinal !== undefined && { ordinal }),
});
