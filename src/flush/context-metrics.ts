import { QUERY_TOOL } from "../capture/read-batches.ts";
import { workTest } from "../capture/work.ts";
import { closesChain } from "../chain/detect.ts";
import type { BranchMessage } from "../model/branch.ts";
import {
  type AgentMessage,
  argumentsOf,
  isAssistant,
  type Messages,
  renderedChars,
} from "../model/message.ts";
import { pairCalls } from "../model/paired-calls.ts";
import { messageChars } from "../model/size.ts";
import type { Settings } from "../settings/schema.ts";
import type { PruneState } from "../state/state.ts";

/** What pruning cannot take away by itself, or has not yet: the names and definitions are the reference's. */
export interface ContextMetrics {
  /** Thinking behind the last final reply, in estimated tokens: no chain that could be compressed holds it. */
  readonly openCycleThinkingTokens: number;
  /** The largest chain, or what stands behind the last final reply where that is larger, in percent of everything. */
  readonly largestChainSharePct: number;
  /** Results that a flush could still take, in estimated tokens. */
  readonly frontierGapTokens: number;
}

export interface MetricsQuestion {
  /** What the host has for the model, unpruned. */
  readonly messages: Messages;
  readonly state: Readonly<PruneState>;
  readonly settings: Settings;
  readonly isProtected: (toolName: string, args: Readonly<Record<string, unknown>>) => boolean;
}

export interface BranchQuestion extends Omit<MetricsQuestion, "messages"> {
  readonly branch: readonly BranchMessage[];
}

/** The reference's estimate for these three. */
const CHARS_PER_TOKEN = 4;

/** One pass over the messages, in which nothing is serialised. */
export function computeContextMetrics(question: MetricsQuestion): ContextMetrics {
  const { total, largest, openThinking } = measureChains(question.messages);
  return {
    openCycleThinkingTokens: tokens(openThinking),
    largestChainSharePct: total === 0 ? 0 : Math.round((largest / total) * 100),
    frontierGapTokens: tokens(pendingChars(question)),
  };
}

/** The same for a branch, as far as it is in the context. */
export const branchMetrics = ({ branch, ...rest }: BranchQuestion): ContextMetrics =>
  computeContextMetrics({
    ...rest,
    messages: branch.flatMap(({ message, inContext }) => (inContext ? [message] : [])),
  });

const tokens = (chars: number): number => Math.round(chars / CHARS_PER_TOKEN);

/** All in characters. */
interface ChainSizes {
  readonly total: number;
  readonly largest: number;
  readonly openThinking: number;
}

/**
 * A chain goes from a user message to the next final reply. One that another user message interrupts counts like a
 * finished one, and as part of what stands behind the last final reply, too.
 */
function measureChains(messages: Messages): ChainSizes {
  let [total, largest, chain, open, openThinking] = [0, 0, 0, 0, 0];
  for (const message of messages) {
    const chars = messageChars(message);
    total += chars;
    if (message?.role === "user") chain = 0;
    chain += chars;
    open += chars;
    largest = Math.max(largest, chain);
    if (closesChain(message)) [chain, open, openThinking] = [0, 0, 0];
    else openThinking += thinkingChars(message);
  }
  return { total, largest: Math.max(largest, open), openThinking };
}

function thinkingChars(message: AgentMessage): number {
  if (!isAssistant(message) || !Array.isArray(message.content)) return 0;
  return message.content.reduce((sum, block) => {
    const { type, thinking } = (block ?? {}) as { type?: unknown; thinking?: unknown };
    return type === "thinking" && typeof thinking === "string" ? sum + thinking.length : sum;
  }, 0);
}

function pendingChars({ messages, state, settings, isProtected }: MetricsQuestion): number {
  const isWork = workTest(messages, state, settings);
  let chars = 0;
  for (const { key, call, resultIndex } of pairCalls(messages)) {
    if (call.name === QUERY_TOOL || !isWork({ key, toolCallId: call.id })) continue;
    if (isProtected(call.name, argumentsOf(call))) continue;
    chars += renderedChars((messages[resultIndex] as { content?: unknown }).content);
  }
  return chars;
}
