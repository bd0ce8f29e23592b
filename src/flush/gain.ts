import { type Candidate, readCandidates } from "../capture/candidates.ts";
import { workTest } from "../capture/work.ts";
import { compressibleGain } from "../chain/gain.ts";
import type { CacheRules } from "../economics/cache.ts";
import { rewrittenTokens } from "../economics/rewrite.ts";
import type { Scales } from "../economics/scales.ts";
import { estimateContentTokens } from "../economics/tokens.ts";
import {
  type AgentMessage,
  isAssistant,
  type Messages,
  renderedChars,
  toolCallsOf,
} from "../model/message.ts";
import type { Settings } from "../settings/schema.ts";
import type { PruneState } from "../state/state.ts";
import { dueCandidates } from "./argument-gain.ts";

/** Tokens of a stub beside its lines: header and recovery line. */
const FRAME_TOKENS = 45;
/** Of arguments and of what a chain holds, before calibration. */
const CHARS_PER_TOKEN = 3.2;

export interface GainQuestion {
  /** The messages the host is about to send, and as they would be sent without a flush. */
  readonly messages: Messages;
  readonly rendered: Messages;
  readonly state: Readonly<PruneState>;
  readonly settings: Settings;
  readonly isProtected: (toolName: string, args: Readonly<Record<string, unknown>>) => boolean;
  readonly keep: number;
  readonly rules: CacheRules;
  readonly scales: Scales;
  /** Whether the provider holds the rendered context up to this message, itself included. */
  readonly isWritten: (index: number) => boolean;
}

/** What a flush now would do to the next request, in tokens before calibration, estimated without making a single stub. */
export interface Gain {
  /** R: what it would remove. */
  readonly removable: number;
  /** S: what would be written to the cache again. */
  readonly rewritten: number;
}

export function estimateGain(question: GainQuestion): Gain {
  const { rendered, scales, rules } = question;
  const weights = scales.weigh(rendered);
  const gainOf = gainsIn(rendered, question);
  let removable = 0;
  let firstChange: number | undefined;
  const sized = rendered.map((message, index) => {
    const gain = gainOf(message);
    removable += gain;
    if (gain > 0) firstChange ??= index;
    return {
      tokens: (weights[index] ?? 0) - gain,
      blocks: blockCount(message),
      endsRequest: question.isWritten(index),
    };
  });
  const rewritten = rewrittenTokens({ messages: sized, firstChange }, rules);
  return { removable, rewritten };
}

/**
 * The same for the messages as they are sent. One that was changed for the sake of one of its calls is another object by
 * then, and its other calls may still have something to lose.
 */
function gainsIn(rendered: Messages, question: GainQuestion): (message: AgentMessage) => number {
  const gains = gainsOf(question);
  const sent = new Set(rendered);
  const ofChanged = new Map<number, number>();
  for (const [message, tokens] of gains)
    if (isAssistant(message) && !sent.has(message)) ofChanged.set(message.timestamp, tokens);
  const given = ofChanged.size > 0 ? new Set(question.messages) : undefined;
  return (message) => {
    const isChanged = given !== undefined && isAssistant(message) && !given.has(message);
    return gains.get(message) ?? (isChanged ? ofChanged.get(message.timestamp) : undefined) ?? 0;
  };
}

/** Tokens that each message of the request would lose; those of a chain stand with its user message. */
function gainsOf(question: GainQuestion): ReadonlyMap<AgentMessage, number> {
  const { messages } = question;
  const chains = compressibleGain(messages, question);
  const inChain = new Set(chains.flatMap(({ startIndex, endIndex }) => messages.slice(startIndex, endIndex)));
  const gains = new Map<AgentMessage, number>();
  const add = (message: AgentMessage | undefined, tokens: number) => {
    if (message && tokens > 0) gains.set(message, (gains.get(message) ?? 0) + tokens);
  };
  for (const [message, tokens] of removableParts(question)) if (!inChain.has(message)) add(message, tokens);
  for (const { startIndex, chars } of chains) add(messages[startIndex], chars / CHARS_PER_TOKEN);
  return gains;
}

type Part = readonly [message: AgentMessage, tokens: number];

/** Results that a flush would stub and arguments that it would condense. */
function removableParts({ messages, state, settings, isProtected, keep }: GainQuestion): Part[] {
  const isWork = workTest(messages, state, settings);
  const dueOf = dueCandidates({ messages, state, settings });
  const candidates = readCandidates(messages, keep)
    .filter(({ message, args }) => !isProtected(message.toolName, args))
    .map((candidate) => ({ candidate, isNew: isWork(candidate), ...dueOf(candidate) }));
  // What a flush would leave pending as too little is no gain yet.
  const chars = candidates.reduce(
    (sum, { candidate, isNew, due }) => sum + (isNew ? renderedChars(candidate.message.content) + due : 0),
    0,
  );
  const taken = candidates.filter(({ isNew }) => !isNew || chars >= settings.minBatchChars);
  return taken.flatMap(({ candidate, isNew, due, caller }): Part[] => [
    ...(isNew ? [[candidate.message, resultGain(candidate, settings)] as const] : []),
    ...(caller && due > 0 ? [[caller, due / CHARS_PER_TOKEN] as const] : []),
  ]);
}

function resultGain({ message }: Candidate, { digest }: Settings): number {
  const tokens = estimateContentTokens(message.content);
  const lines = Math.max(digest.minTokens, Math.min(digest.maxTokens, digest.share * tokens));
  return tokens - lines - FRAME_TOKENS;
}

function blockCount(message: Messages[number]): number {
  const { content } = message as { content?: unknown };
  return Array.isArray(content) ? Math.max(1, content.length) : 1;
}

/** The last message of the last request that was answered; -1 without one. */
export const lastRequestEnd = (messages: Messages): number =>
  messages.findLastIndex((_, index) => isAnswered(messages, index));

function isAnswered(messages: Messages, index: number): boolean {
  const next = messages[index + 1];
  return (
    next !== undefined && isAssistant(next) && (next.content?.length > 0 || toolCallsOf(next).length > 0)
  );
}
