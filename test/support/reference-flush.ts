import { detectChains } from "../../src/chain/detect.ts";
import type { EntryData, EntryType, ToolCallRecord } from "../../src/model/entries.ts";
import { isAnswer, textOf } from "../../src/model/message.ts";
import { pairCalls } from "../../src/model/paired-calls.ts";
import { keyOfRecord } from "../../src/model/record.ts";
import { namesInFile } from "../../src/state/names.ts";
import { isSummarized } from "../../src/state/queries.ts";
import { fold } from "../../src/state/reducers.ts";
import type { MemorySession } from "./memory-session.ts";
import { custom, transcript } from "./transcript.ts";

/** A flush of the reference implementation, or of its ancestor. */
export interface ReferenceFlush {
  /** Records say when their results came; old ones know ids only, and the oldest have no refs. */
  readonly names: "occurrence" | "bare" | "ids";
  /** Closed chains are compressed, with a text of their own or with that of their summaries. */
  readonly chains: "none" | "text" | "summaries";
}

/** Leaves in a session what the reference does: texts in its records, summaries as messages, aliases, chains. */
export function flushAsReference(
  session: MemorySession,
  { names, chains }: ReferenceFlush,
  now: number,
): void {
  const found = recordsOf(session, names);
  if (found.length === 0) return;
  const firstOf = new Map<string, ToolCallRecord>();
  for (const record of found) {
    const text = `${record.toolName} ${record.resultText}`;
    if (!firstOf.has(text)) firstOf.set(text, record);
  }
  const originals = [...firstOf.values()];
  const { nextRef } = namesInFile([...session.port().fileEntries()]);
  const toolCallRefs = originals.map(({ toolCallId, resultTimestamp }, at) => ({
    shortId: `t${nextRef + at}`,
    toolCallId,
    ...(resultTimestamp !== undefined && { resultTimestamp }),
  }));
  const refs = toolCallRefs.map(({ shortId, toolCallId }) => (names === "ids" ? toolCallId : shortId));
  const details = names === "ids" ? { toolCallIds: refs } : { toolCallRefs, toolNames: [], turnIndex: 0 };
  const text = `what the reference said of ${refs.join()}\n\n---\n**Summarized tool refs**: ${refs.join()}`;
  const delivered = transcript([custom(text, { type: "context-prune-summary", details: filed(details) })], {
    start: now,
  });
  for (const message of delivered) session.add(message);
  const write = <K extends EntryType>(type: K, data: EntryData<K>) => session.addEntry(type, filed(data));
  write("context-prune-index", { toolCalls: originals });
  for (const record of found) {
    const original = firstOf.get(`${record.toolName} ${record.resultText}`);
    if (original && original !== record) write("context-prune-dedup-alias", aliasOf(record, original));
  }
  if (chains !== "none") compress(session, chains === "text");
}

/** What was read and no entry knows, as the reference records it. */
function recordsOf(session: MemorySession, names: ReferenceFlush["names"]): readonly ToolCallRecord[] {
  const messages = session.context().map(({ message }) => message);
  const lastAnswer = messages.findLastIndex(isAnswer);
  const known = fold([...session.port().branchEntries()]);
  const found = new Map<string, ToolCallRecord>();
  for (const { call, resultIndex } of pairCalls(messages)) {
    const message = messages[resultIndex];
    if (message?.role !== "toolResult" || resultIndex > lastAnswer) continue;
    const record: ToolCallRecord = {
      toolCallId: call.id,
      toolName: message.toolName,
      args: call.arguments,
      resultText: textOf(message.content),
      isError: message.isError,
      turnIndex: 0,
      ...(names === "occurrence" && { resultTimestamp: message.timestamp }),
    };
    const key = keyOfRecord(record);
    if (!isSummarized(known, key)) found.set(key, record);
  }
  return [...found.values()];
}

const aliasOf = (
  record: ToolCallRecord,
  original: ToolCallRecord,
): EntryData<"context-prune-dedup-alias"> => ({
  newToolCallId: record.toolCallId,
  originalToolCallId: original.toolCallId,
  ...(record.resultTimestamp !== undefined && { newResultTimestamp: record.resultTimestamp }),
  ...(original.resultTimestamp !== undefined && { originalResultTimestamp: original.resultTimestamp }),
});

function compress(session: MemorySession, hasText: boolean): void {
  const state = fold([...session.port().branchEntries()]);
  const branch = session.port().branch();
  const { nextBlock } = namesInFile([...session.port().fileEntries()]);
  const closed = detectChains(branch).filter(
    ({ status, calls, startUserTimestamp }) =>
      status === "closed" && calls > 0 && !state.chains.has(startUserTimestamp),
  );
  for (const [at, chain] of closed.entries())
    session.addEntry(
      "context-prune-chain",
      filed({
        blockId: `b${nextBlock + at}`,
        startUserTimestamp: chain.startUserTimestamp,
        finalAssistantTimestamp: chain.finalAssistantTimestamp,
        droppedToolCallIds: chain.middleToolCallIds,
        droppedOccurrenceKeys: chain.middleOccurrenceKeys,
        toolRefs: chain.middleOccurrenceKeys.flatMap((key) => state.refOfKey.get(key) ?? []),
        compressedAt: 5,
        stripThinking: true,
        ...(hasText && { rangeSummaryText: "what the reference said of the chain" }),
      }),
    );
}

/** As a file holds it: no number stays that is none. */
const filed = <T>(data: T): T => JSON.parse(JSON.stringify(data));
