import {
  type AgentMessage,
  isAssistant,
  isBarrier,
  isDropped,
  isToolCall,
  isToolResult,
  type Messages,
  type ToolCall,
} from "./message.ts";
import { OccurrenceCounter, type OccurrenceKey } from "./occurrence.ts";

/** A call and the result that answers it, by their places in a list of messages. */
export interface PairedCall {
  /** The occurrence its result names. */
  readonly key: OccurrenceKey;
  readonly call: ToolCall;
  readonly assistantIndex: number;
  /** Place of the call among the content blocks of the assistant message. */
  readonly blockIndex: number;
  readonly resultIndex: number;
}

type OpenCall = Omit<PairedCall, "key" | "resultIndex">;
type OpenCalls = ReadonlyMap<string, OpenCall[]>;

const none: OpenCalls = new Map();

/**
 * Every answered call, in the order of the results; pairing follows the hosts, as in `OpenCalls`. The k-th result of an
 * id answers the k-th call of that id in the assistant message.
 */
export function pairCalls(messages: Messages): PairedCall[] {
  const occurrences = new OccurrenceCounter();
  const paired: PairedCall[] = [];
  let open = none;
  for (const [index, message] of messages.entries()) {
    if (!isToolResult(message)) {
      open = openAfter(message, index, open);
      continue;
    }
    const { key } = occurrences.next(message.toolCallId, message.timestamp);
    const answered = open.get(message.toolCallId)?.shift();
    if (answered) paired.push({ ...answered, key, resultIndex: index });
  }
  return paired;
}

function openAfter(message: AgentMessage, index: number, open: OpenCalls): OpenCalls {
  if (!isAssistant(message)) return isBarrier(message) ? none : open;
  if (isDropped(message) || !Array.isArray(message.content)) return none;
  const opened = new Map<string, OpenCall[]>();
  for (const [blockIndex, call] of message.content.entries()) {
    if (!isToolCall(call)) continue;
    const one = { call, assistantIndex: index, blockIndex };
    const same = opened.get(call.id);
    if (same) same.push(one);
    else opened.set(call.id, [one]);
  }
  return opened;
}
