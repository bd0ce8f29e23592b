import { type ChainEntry, indexBoundaries, resolveRange } from "../chain/resolve-range.ts";
import { isToldInBlocks } from "../chain/summary-messages.ts";
import type { AgentMessage, Messages } from "../model/message.ts";
import { type AcceptedRange, type ChainBlock, ChainBlocks, isOwnBlock } from "./chain-blocks.ts";
import { stripThinking } from "./strip-thinking.ts";
import type { RenderContext, Transform } from "./transform.ts";

/**
 * Puts one block in the place of the work of each compressed chain: assistant messages and results between the user
 * message and the final reply go, with the summary messages that are told by blocks, and everything else stays. An entry whose two messages cannot be told for sure
 * changes nothing, and neither does one whose block would be no shorter than what it drops, or would tell what has been
 * redacted since.
 */
export const applyChainCompressions: Transform = (messages, context) => {
  const { chains } = context.state;
  if (chains.size === 0) return messages;
  const found = new ChainBlocks(messages, context);
  const blocks = acceptedRanges(messages, context).flatMap((accepted) => {
    const block = found.blockFor(accepted);
    if (!block) return [];
    reportMismatch(block, context);
    if (found.isStillTold(block)) return block;
    reportRedacted(block, context);
    return [];
  });
  return blocks.length === 0 ? messages : assemble(messages, blocks);
};

function acceptedRanges(messages: Messages, context: RenderContext): AcceptedRange[] {
  const { chains } = context.state;
  const boundaries = indexBoundaries(messages, (message, index) =>
    isOwnBlock(message, messages[index - 1], chains),
  );
  const isCompacted = messages.some((message) => message?.role === "compactionSummary");
  const resolved: AcceptedRange[] = [];
  for (const entry of chains.values()) {
    const range = resolveRange(entry, boundaries);
    if (range) resolved.push({ ...range, entry });
    // What a compaction took away whole is no degradation.
    else if (!isCompacted || hasTrace(entry, boundaries)) reportUnresolved(entry, context, false);
  }
  resolved.sort((a, b) => a.startIndex - b.startIndex);
  let end = -1;
  return resolved.filter((range) => {
    const isFree = range.startIndex > end;
    if (isFree) end = range.endIndex;
    else reportUnresolved(range.entry, context, true);
    return isFree;
  });
}

function hasTrace(entry: ChainEntry, { users, assistants }: ReturnType<typeof indexBoundaries>): boolean {
  const { startUserTimestamp, finalAssistantTimestamp: final } = entry;
  return users.has(startUserTimestamp) || (final !== null && assistants.has(final));
}

function reportUnresolved({ blockId }: ChainEntry, { report }: RenderContext, isOverlap: boolean): void {
  report({
    kind: "unresolved-range",
    key: isOverlap ? `overlap:${blockId}` : blockId,
    detail: isOverlap
      ? `${blockId} lies in the range of another chain`
      : `${blockId} has no single user message and final reply in the context`,
  });
}

/** Says when other calls stand in a range than were recorded; the range decides what is dropped. */
function reportMismatch({ entry, calls: { ids } }: ChainBlock, { report }: RenderContext): void {
  const recorded = new Set(entry.droppedToolCallIds);
  const missing = entry.droppedToolCallIds.filter((id) => !ids.has(id));
  const more = [...ids].filter((id) => !recorded.has(id));
  if (missing.length + more.length === 0) return;
  const detail = `${entry.blockId}: ${missing.length} recorded calls missing, ${more.length} others there`;
  report({ kind: "range-id-mismatch", key: entry.blockId, detail });
}

function reportRedacted({ entry: { blockId } }: ChainBlock, { report }: RenderContext): void {
  const detail = `${blockId} tells of what was changed since, and is not shown`;
  report({ kind: "range-id-mismatch", key: `changed:${blockId}`, detail });
}

function assemble(messages: Messages, blocks: readonly ChainBlock[]): Messages {
  const starting = new Map(blocks.map((block) => [block.startIndex, block]));
  const ending = new Map(blocks.map((block) => [block.endIndex, block]));
  const dropped = new Set(blocks.flatMap((block) => block.dropped));
  const calls = {
    keys: new Set(blocks.flatMap(({ calls }) => [...calls.keys])),
    ids: new Set(blocks.flatMap(({ calls }) => [...calls.ids])),
    refs: new Set(blocks.flatMap(({ calls }) => [...calls.refs])),
  };
  const bodies = blocks.map(({ body }) => body);
  const kept: AgentMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (dropped.has(index) || isToldInBlocks(message, calls, bodies)) continue;
    kept.push(ending.get(index)?.entry.stripThinking ? stripThinking(message) : message);
    const synthetic = starting.get(index)?.synthetic;
    if (synthetic) kept.push(synthetic);
  }
  return kept;
}
