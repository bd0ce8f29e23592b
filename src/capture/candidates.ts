import {
  argumentsOf,
  isAnswer,
  isAssistant,
  isToolResult,
  type Messages,
  type ToolResultMessage,
  toolCallsOf,
} from "../model/message.ts";
import { OccurrenceCounter, type OccurrenceKey } from "../model/occurrence.ts";
import { OpenCalls } from "../model/open-calls.ts";
import { QUERY_TOOL } from "./read-batches.ts";

/** One result in the context that a flush could take. */
export interface Candidate {
  readonly message: ToolResultMessage;
  readonly key: OccurrenceKey;
  readonly toolCallId: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * The read results of a request's messages, oldest first, as `readBatches` would find them on the branch, less the
 * `keep` latest ones. From the messages alone: on host A the branch may lag behind them.
 */
export function readCandidates(messages: Messages, keep: number): Candidate[] {
  const lastAnswer = messages.findLastIndex(isAnswer);
  const occurrences = new OccurrenceCounter();
  const open = new OpenCalls();
  const candidates: Candidate[] = [];
  let calls: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map();
  for (const message of messages.slice(0, Math.max(0, lastAnswer))) {
    if (isToolResult(message)) {
      const { toolCallId, timestamp } = message;
      const { key } = occurrences.next(toolCallId, timestamp);
      if (open.answer(toolCallId))
        candidates.push({ message, key, toolCallId, args: calls.get(toolCallId) ?? {} });
      continue;
    }
    open.follow(message);
    if (isAssistant(message))
      calls = new Map(toolCallsOf(message).map((call) => [call.id, argumentsOf(call)]));
  }
  const kept = keep > 0 ? candidates.slice(0, -keep) : candidates;
  return kept.filter(({ message }) => message.toolName !== QUERY_TOOL);
}
