import type { Settings } from "../settings/schema.ts";

/** The reference's `MAX_BUDGET_WINDOW`, in tokens: shares of larger windows are never reached in practice. */
const MAX_BUDGET_WINDOW = 300_000;

/** A flush for capacity removes at least this share of the prompt. */
const MINIMUM_GAIN = 0.1;

/** How close to a dearer price tier a prompt may come. */
const TIER_SHARE = 0.97;

// Shares of whole numbers of tokens, compared without losing the exact case to rounding.
const reaches = (value: number, limit: number): boolean => value >= limit - 1e-9;

/** How full the context is. */
export interface Usage {
  /** What the host reports; null right after a compaction, until the next answer. */
  readonly reportedTokens: number | null;
  /** The reported figure counts text that is not sent: what the pruner replaced since the last answer, or edited entries. */
  readonly reportsRaw: boolean;
  /** Calibrated tokens of the next request as it would be sent without a flush, unread results included. */
  readonly promptTokens: number;
  /** In tokens; 0 when unknown. */
  readonly contextWindow: number;
}

/** What is remembered of usage from one request to the next. */
export interface UsageMemory {
  /** The reference's `previousFraction`; null until a first figure. */
  readonly previousFraction: number | null;
  /** A jump was seen that no flush has answered yet. */
  readonly armed: boolean;
}

/** Tokens in use by the reference's measure: what the host reports, and what is really sent where that is something else. */
export function tokensInUse(usage: Usage): number | null {
  if (usage.reportedTokens === null || usage.contextWindow <= 0) return null;
  return usage.reportsRaw ? usage.promptTokens : usage.reportedTokens;
}

/** The memory after one more request. A request without a figure changes nothing: a later jump from 0 would be none. */
export function observeUsage(memory: UsageMemory, usage: Usage, delta: number | null): UsageMemory {
  const tokens = tokensInUse(usage);
  if (tokens === null) return memory;
  const fraction = tokens / Math.min(usage.contextWindow, MAX_BUDGET_WINDOW);
  const jump = memory.previousFraction === null ? 0 : fraction - memory.previousFraction;
  return {
    previousFraction: fraction,
    armed: delta !== null && (memory.armed || reaches(jump, delta)),
  };
}

/** The memory when a flush took `tokens` out of the request that was just observed: growth counts from what was sent. */
export function withoutTokens<M extends UsageMemory>(memory: M, tokens: number, contextWindow: number): M {
  if (memory.previousFraction === null || contextWindow <= 0) return memory;
  const removed = tokens / Math.min(contextWindow, MAX_BUDGET_WINDOW);
  return { ...memory, previousFraction: Math.max(0, memory.previousFraction - removed) };
}

export interface CapacityQuestion {
  readonly usage: Usage;
  /** `UsageMemory.armed` with this request's usage in it. */
  readonly armed: boolean;
  /** R: tokens that a flush would remove. */
  readonly removable: number;
  /** What the host keeps free: it compacts above the window less this, in tokens. */
  readonly reserveTokens: number;
  /** Sizes above which the whole prompt costs more, in tokens. */
  readonly tiers: readonly number[];
  readonly settings: Pick<Settings, "pruneOn" | "autoBudgetThreshold">;
}

export type CapacityTrigger =
  | { readonly reason: "budget"; readonly detail?: "compaction" | "price tier" }
  | { readonly reason: "delta" };

/** The next request would make the host compact. */
export const overflows = ({
  usage,
  reserveTokens,
}: Pick<CapacityQuestion, "usage" | "reserveTokens">): boolean =>
  usage.contextWindow > 0 && usage.promptTokens > usage.contextWindow - reserveTokens;

/**
 * A flush in the place of a compaction removes at least this share of the prompt. It costs about as much, and the room
 * that a smaller one makes is used up before that has paid.
 */
const ROOM_SHARE = 0.25;

/** Whether the host has to compact: the next request would not fit, nor would it for long after a flush. */
export const mustCompact = (question: Gain): boolean =>
  overflows(question) && (question.removable < ROOM_SHARE * question.usage.promptTokens || !averts(question));

/**
 * Whether the context is too full, or grew too fast, for waiting. Nothing without a figure of the host's, and nothing
 * for a gain below a tenth of the prompt, unless a compaction is next.
 */
export function capacityTrigger(question: CapacityQuestion): CapacityTrigger | undefined {
  const tokens = tokensInUse(question.usage);
  if (tokens === null || question.removable <= 0) return undefined;
  const full = overflows(question);
  if (!full && isSmall(question)) return undefined;
  const isAuto = question.settings.pruneOn === "auto";
  const atBudget = isAtBudget(tokens, question);
  if (full && (atBudget || isAuto)) return { reason: "budget", detail: "compaction" };
  if (atBudget) return { reason: "budget" };
  if (isAuto && savesTier(question)) return { reason: "budget", detail: "price tier" };
  return question.armed ? { reason: "delta" } : undefined;
}

function isAtBudget(tokens: number, { usage, settings }: CapacityQuestion): boolean {
  const { autoBudgetThreshold: threshold } = settings;
  return threshold !== null && reaches(tokens, Math.min(MAX_BUDGET_WINDOW, threshold * usage.contextWindow));
}

type Gain = Pick<CapacityQuestion, "usage" | "reserveTokens" | "removable">;

const isSmall = ({ usage, removable }: Gain): boolean => removable < MINIMUM_GAIN * usage.promptTokens;

const averts = ({ usage, reserveTokens, removable }: Gain): boolean =>
  !overflows({ usage: { ...usage, promptTokens: usage.promptTokens - removable }, reserveTokens });

const savesTier = ({ tiers, usage, removable }: CapacityQuestion): boolean =>
  tiers.some((tier) => {
    const limit = tier * TIER_SHARE;
    return usage.promptTokens > limit && usage.promptTokens - removable <= limit;
  });
