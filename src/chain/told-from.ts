import type { ToolCallRecord } from "../model/entries.ts";
import { isToolResult, type Messages, type ToolResultMessage } from "../model/message.ts";
import { type OccurrenceKey, occurrenceKey } from "../model/occurrence.ts";
import { isSameContent } from "../model/same-content.ts";
import type { PruneState } from "../state/state.ts";
import { asPrompted } from "./as-prompted.ts";
import type { ChainEntry } from "./resolve-range.ts";
import { saidHash } from "./said-hash.ts";
import { droppedBy, type Summary, tellsOf, textsAbout } from "./summary-messages.ts";

/** What stands in the place of a compressed chain's work, as the host holds it. */
export interface Told {
  /** All messages between the user message and the final reply. */
  readonly messages: Messages;
  /** The summary messages of the whole context, wherever they stand. */
  readonly delivered: Messages;
  /** The occurrence of each result among them. */
  readonly keyOf: (index: number) => OccurrenceKey | undefined;
  /** Results that somebody has compared with their records already. */
  readonly isKnown?: (index: number) => boolean;
}

/**
 * Whether everything that the block of a chain tells of still is what it was when the block was made. An edit of the
 * session, or another extension, may have redacted it, and the text of a block would bring it back.
 */
export function isStillTold(
  entry: ChainEntry,
  { messages, delivered, keyOf, isKnown = () => false }: Told,
  { records, summaries }: Readonly<PruneState>,
): boolean {
  const { droppedOccurrenceKeys = [], saidHash: said } = entry;
  const there = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const key = keyOf(index);
    if (!isToolResult(message) || key === undefined) continue;
    there.add(key);
    const record = records.get(key);
    if (record && !isKnown(index) && isSameContent(record, message.content) === false) return false;
  }
  const isMissing = (key: string) => records.has(key as OccurrenceKey) && !there.has(key);
  if (droppedOccurrenceKeys.some(isMissing)) return false;
  const dropped = droppedBy(entry);
  const texts = textsAbout(delivered, dropped);
  if (said !== undefined) return said === saidHash(messages, texts);
  // The reference knows no edits: its blocks were made from summaries as they were delivered.
  return summaries.every(
    ({ asMessage, edited, text, toolCallRefs }) =>
      !asMessage || !tellsOf(toolCallRefs, dropped) || (!edited && texts.includes(text)),
  );
}

type Called = Pick<ToolCallRecord, "toolCallId" | "resultTimestamp" | "ordinal">;

/** Finds out whether every call that a summary tells of still is in the session, as it was summarized. */
export function trueSummaries(messages: Messages, state: Readonly<PruneState>) {
  const { records } = state;
  const isAsPrompted = asPrompted(messages, state);
  const results = new Map<string, ToolResultMessage[]>();
  for (const message of messages) {
    if (!isToolResult(message)) continue;
    const same = results.get(message.toolCallId);
    if (same) same.push(message);
    else results.set(message.toolCallId, [message]);
  }
  const isThere = ({ toolCallId, resultTimestamp }: Called, record: ToolCallRecord | undefined) => {
    return results.get(toolCallId)?.some(({ timestamp, content }) => {
      if (resultTimestamp !== undefined && timestamp !== resultTimestamp) return false;
      return !record || isSameContent(record, content) !== false;
    });
  };
  const isTrue = (ref: Called) => {
    const key = occurrenceKey(ref.toolCallId, ref.resultTimestamp, ref.ordinal);
    return isAsPrompted(key) && isThere(ref, records.get(key));
  };
  return ({ toolCallRefs, passedOver = [] }: Summary): boolean =>
    toolCallRefs.every(isTrue) && passedOver.every((one) => isThere(one, one));
}
