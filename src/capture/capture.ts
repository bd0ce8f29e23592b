import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import type { BranchMessage } from "../model/branch.ts";
import {
  type AssistantMessage,
  argumentsOf,
  isAssistant,
  isDropped,
  isToolResult,
  resultBlocks,
  type ToolResultMessage,
  textOf,
  toolCallsOf,
} from "../model/message.ts";
import { OccurrenceCounter, type OccurrenceKey } from "../model/occurrence.ts";
import { OpenCalls } from "../model/open-calls.ts";

interface TurnResult {
  readonly message: ToolResultMessage;
  readonly key: OccurrenceKey;
  readonly ordinal: number;
  readonly hasTwin?: boolean;
  readonly entryId?: string;
}

/** One assistant message and the results that answer its calls, in the order the results came. */
export interface Turn {
  readonly turnIndex: number;
  readonly assistant: AssistantMessage;
  readonly assistantEntryId?: string;
  readonly results: readonly TurnResult[];
}

/**
 * The finished calls of one turn, in call order. Calls without a result are left out: they are captured when it comes.
 * The k-th result of an id answers the k-th call of that id.
 */
export function captureTurn({ turnIndex, assistant, assistantEntryId, results }: Turn): CapturedBatch {
  const answers = byCallId(results);
  const calls = toolCallsOf(assistant).flatMap((call): CapturedCall[] => {
    const answer = answers.get(call.id)?.shift();
    if (!answer) return [];
    const { message, key, ordinal, hasTwin = false, entryId } = answer;
    return [
      {
        key,
        toolCallId: call.id,
        toolName: call.name,
        args: argumentsOf(call),
        content: resultBlocks(message.content),
        isError: message.isError === true,
        resultTimestamp: message.timestamp,
        ordinal,
        hasTwin,
        assistant,
        ...(entryId !== undefined && { entryId }),
        ...(assistantEntryId !== undefined && { assistantEntryId }),
      },
    ];
  });
  return { turnIndex, timestamp: assistant.timestamp, assistantText: textOf(assistant.content), calls };
}

function byCallId(results: readonly TurnResult[]): Map<string, TurnResult[]> {
  const groups = new Map<string, TurnResult[]>();
  for (const result of results) {
    const group = groups.get(result.message.toolCallId);
    if (group) group.push(result);
    else groups.set(result.message.toolCallId, [result]);
  }
  return groups;
}

/** A message with the entry that holds it, where that is known. */
type Source = Pick<BranchMessage, "message"> & Partial<Pick<BranchMessage, "entryId">>;

/**
 * Every finished turn of a branch, oldest first, as `captureTurn` would have seen it live. Results that no call
 * leaves open are passed over: the orphan sweep takes them out of the context.
 */
export function captureBranch(branch: readonly Source[]): CapturedBatch[] {
  const occurrences = new OccurrenceCounter();
  const open = new OpenCalls();
  const turns: (Turn & { results: TurnResult[] })[] = [];
  let assistants = 0;
  for (const { message, entryId } of branch) {
    if (isToolResult(message)) {
      const result = {
        message,
        ...(entryId !== undefined && { entryId }),
        ...occurrences.next(message.toolCallId, message.timestamp),
      };
      if (open.answer(message.toolCallId)) turns.at(-1)?.results.push(result);
      continue;
    }
    open.follow(message);
    if (!isAssistant(message)) continue;
    const turnIndex = assistants++;
    if (!isDropped(message))
      turns.push({
        turnIndex,
        assistant: message,
        ...(entryId !== undefined && { assistantEntryId: entryId }),
        results: [],
      });
  }
  const twinned = (turn: Turn): Turn => ({
    ...turn,
    results: turn.results.map((result) => ({
      ...result,
      hasTwin: occurrences.hasTwin(result.message.toolCallId, result.message.timestamp),
    })),
  });
  return turns.map((turn) => captureTurn(twinned(turn))).filter((batch) => batch.calls.length > 0);
}
