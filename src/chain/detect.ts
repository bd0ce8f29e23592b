import { captureBranch } from "../capture/capture.ts";
import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import type { BranchMessage } from "../model/branch.ts";
import {
  type AgentMessage,
  type AssistantMessage,
  isAssistant,
  isDropped,
  isToolResult,
  textOf,
  toolCallsOf,
} from "../model/message.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";

/** Whether the result and arguments of a call are to stay as they are. */
export type IsProtected = (toolName: string, args: Readonly<Record<string, unknown>>) => boolean;

/** A span of the branch from a user message on, as far as it belongs together. */
export interface ChainRange {
  /** `interrupted`: the next user message came before a final reply. */
  readonly status: "closed" | "interrupted" | "open";
  /** Positions in the branch: of the user message, and of the last message, which closes a closed chain. */
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startUserTimestamp: number;
  /** Null unless the chain is closed. */
  readonly finalAssistantTimestamp: number | null;
  /** The answered calls between the two, by assistant message. */
  readonly batches: readonly CapturedBatch[];
  readonly middleToolCallIds: readonly string[];
  readonly middleOccurrenceKeys: readonly OccurrenceKey[];
  readonly protectedToolCallIds: readonly string[];
  readonly protectedOccurrenceKeys: readonly OccurrenceKey[];
  /** Calls in it that reach a provider, answered or not. */
  readonly calls: number;
  /** Every one of them has its result, and every result its call. */
  readonly isWhole: boolean;
}

type Boundary = Pick<ChainRange, "status" | "startIndex" | "endIndex">;

/**
 * Every chain of a branch, oldest first. Only user messages open one and only final replies close one: what other
 * extensions, the shell and the host put in between does neither.
 */
export function detectChains(
  branch: readonly BranchMessage[],
  isProtected: IsProtected = () => false,
): ChainRange[] {
  const batchOf = new Map(captureBranch(branch).map((batch) => [batch.calls[0]?.assistantEntryId, batch]));
  return boundaries(branch).map((boundary) => {
    const middle = branch.slice(boundary.startIndex + 1, boundary.endIndex + 1);
    const batches = middle.flatMap(({ entryId, message }) =>
      isAssistant(message) ? (batchOf.get(entryId) ?? []) : [],
    );
    return describe({ branch, boundary, middle, batches, isProtected });
  });
}

/** The branch with the message that is just being written behind it, where the host has not put it there yet. */
export function withClosingMessage(
  branch: readonly BranchMessage[],
  closing: AgentMessage | undefined,
): readonly BranchMessage[] {
  if (!closing || !isAssistant(closing)) return branch;
  const isThere = branch.some(
    ({ message }) => isAssistant(message) && message.timestamp === closing.timestamp,
  );
  return isThere ? branch : [...branch, { entryId: "", message: closing, inContext: true }];
}

/** A final reply: complete, without a call, with something to read in it. */
export const closesChain = (message: AgentMessage): message is AssistantMessage =>
  isAssistant(message) &&
  (message.stopReason === "stop" || message.stopReason === "length") &&
  toolCallsOf(message).length === 0 &&
  textOf(message.content).trim() !== "";

function boundaries(branch: readonly BranchMessage[]): Boundary[] {
  const found: Boundary[] = [];
  let start: number | undefined;
  const end = (status: ChainRange["status"], endIndex: number) => {
    if (start !== undefined) found.push({ status, startIndex: start, endIndex });
    start = undefined;
  };
  for (const [index, { message }] of branch.entries()) {
    if (message?.role === "user") {
      end("interrupted", index - 1);
      start = index;
    } else if (closesChain(message)) end("closed", index);
  }
  end("open", branch.length - 1);
  return found;
}

interface Span {
  readonly branch: readonly BranchMessage[];
  readonly boundary: Boundary;
  readonly middle: readonly BranchMessage[];
  readonly batches: readonly CapturedBatch[];
  readonly isProtected: IsProtected;
}

function describe({ branch, boundary, middle, batches, isProtected }: Span): ChainRange {
  const answered = batches.flatMap((batch) => batch.calls);
  const kept = answered.filter((call) => isProtected(call.toolName, call.args));
  const { calls, results } = count(middle);
  return {
    ...boundary,
    startUserTimestamp: timestampAt(branch, boundary.startIndex),
    finalAssistantTimestamp: boundary.status === "closed" ? timestampAt(branch, boundary.endIndex) : null,
    batches,
    middleToolCallIds: idsOf(answered),
    middleOccurrenceKeys: answered.map((call) => call.key),
    protectedToolCallIds: idsOf(kept),
    protectedOccurrenceKeys: kept.map((call) => call.key),
    calls,
    isWhole: calls === answered.length && results === answered.length,
  };
}

const timestampAt = (branch: readonly BranchMessage[], index: number): number =>
  branch[index]?.message.timestamp ?? Number.NaN;

const idsOf = (calls: readonly CapturedCall[]): string[] => [
  ...new Set(calls.map((call) => call.toolCallId)),
];

function count(middle: readonly BranchMessage[]): { readonly calls: number; readonly results: number } {
  let calls = 0;
  let results = 0;
  for (const { message } of middle) {
    if (isToolResult(message)) results++;
    else if (isAssistant(message) && !isDropped(message)) calls += toolCallsOf(message).length;
  }
  return { calls, results };
}
