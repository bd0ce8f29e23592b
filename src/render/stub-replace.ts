import { asPrompted } from "../chain/as-prompted.ts";
import type { ToolCallRecord } from "../model/entries.ts";
import { contentHash } from "../model/hash.ts";
import {
  type AgentMessage,
  isAnswer,
  isToolResult,
  type Messages,
  renderedChars,
  type ToolResultMessage,
  textOf,
} from "../model/message.ts";
import { OccurrenceCounter, type OccurrenceKey, occurrenceKey } from "../model/occurrence.ts";
import { sameMap } from "../model/same.ts";
import { isSameContent } from "../model/same-content.ts";
import { indexedKey, isSummarized, isVerbatim, recordOf } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";
import { BareRecords } from "./bare-records.ts";
import { referenceStub, summarizedInMessages } from "./reference-stub.ts";
import type { Transform } from "./transform.ts";

/** Swaps each pruned tool result for its recorded stub. `isError` and all other fields stay what they were. */
export const stubReplace: Transform = (messages, { state }) => {
  if (state.records.size === 0 && state.aliases.size === 0) return messages;
  const lastAnswer = messages.findLastIndex(isAnswer);
  const keys = occurrences(messages);
  const described = summarizedInMessages(messages);
  const isAsPrompted = asPrompted(messages, state);
  const bare = new BareRecords();
  return sameMap(messages, (message, index) => {
    const occurrence = keys.get(message);
    if (!occurrence || !isToolResult(message)) return message;
    const key = keyToShow(state, occurrence.key, message.toolCallId, index < lastAnswer);
    if (key === undefined) return message;
    const text = stubFor({ state, key, message, described });
    if (
      text === undefined ||
      bare.isTaken(key, message, text) ||
      text.length >= renderedChars(message.content)
    )
      return message;
    if (!isUnchanged(state, key, message, hasTwin(state, message, occurrence.ordinal))) return message;
    if (!isAsPrompted(key)) return message;
    bare.take(key);
    return { ...message, content: [{ type: "text", text }] };
  });
};

/** The key of the record that is to show in the place of a result; undefined when none is. */
function keyToShow(
  state: Readonly<PruneState>,
  occurrence: OccurrenceKey,
  toolCallId: string,
  isRead: boolean,
): OccurrenceKey | undefined {
  const key = indexedKey(state, occurrence, toolCallId);
  if (key === undefined || isVerbatim(state, key)) return undefined;
  // Read first: what no completed reply stands behind has not been read, whatever the records say. A preview is made
  // to be read in the place of its result.
  return isRead || state.records.get(key)?.spilled ? key : undefined;
}

interface StubQuery {
  readonly state: Readonly<PruneState>;
  readonly key: OccurrenceKey;
  readonly message: ToolResultMessage;
  /** Refs whose summary stands in a message of the context. */
  readonly described: ReadonlySet<string>;
}

function stubFor({ state, key, message, described }: StubQuery): string | undefined {
  const record = recordOf(state, key);
  if (!record) return undefined;
  return record.stub ?? referenceStub({ state, key, record, toolName: message.toolName, described });
}

/** Whether a result still is what its record was made from: another extension or an edit may have changed it. */
function isUnchanged(
  state: Readonly<PruneState>,
  key: OccurrenceKey,
  { content, toolName }: ToolResultMessage,
  hasTwin: boolean,
): boolean {
  const record = recordOf(state, key);
  if (!record) return false;
  // Without the exact hash nobody can tell twins apart: neither is touched.
  if (hasTwin && record.exactHash === undefined) return false;
  // An alias of the reference has no record of its own, and differs from its original in blanks.
  if (!state.records.has(key)) return sameContent(record, toolName, textOf(content));
  return isSameContent(record, content) === true;
}

function sameContent(record: ToolCallRecord, toolName: string, text: string): boolean {
  const original = record.contentHash ?? contentHash(record.toolName, record.resultText ?? "");
  return original === contentHash(toolName, text);
}

type Known = ReturnType<OccurrenceCounter["next"]>;

function occurrences(messages: Messages): ReadonlyMap<AgentMessage, Known> {
  const counter = new OccurrenceCounter();
  const known = new Map<AgentMessage, Known>();
  for (const message of messages)
    if (isToolResult(message)) known.set(message, counter.next(message.toolCallId, message.timestamp));
  return known;
}

/**
 * Another result with the same id and millisecond stands in front, or has a record. What comes behind does not count:
 * a result must not look different because the context has grown.
 */
const hasTwin = (
  state: Readonly<PruneState>,
  { toolCallId, timestamp }: ToolResultMessage,
  ordinal: number,
): boolean => ordinal > 0 || isSummarized(state, occurrenceKey(toolCallId, timestamp, 1));
