import type { ContextMetrics } from "../flush/context-metrics.ts";
import { compactCount } from "../model/format.ts";
import type { Settings } from "../settings/schema.ts";

/** What the footer tells. */
export interface StatusFacts {
  readonly enabled: boolean;
  readonly pruneOn: Settings["pruneOn"];
  /** Tokens of the latest request's messages, before and after; undefined where nothing was pruned. */
  readonly sizes: { readonly before: number; readonly after: number } | undefined;
  /** Finished turns that no flush has taken yet. */
  readonly pending: number;
  readonly isFlushing: boolean;
  /** A reload found work that no flush has taken, and none was tried since. */
  readonly isRecovered: boolean;
  /** The kind of each diagnostic of the branch, once per cause. */
  readonly diagnosed: Iterable<string>;
  readonly metrics: ContextMetrics | undefined;
}

/** The footer's key in Pi's status line, as the reference has it. */
export const STATUS_KEY = "context-prune";

/** The footer text in the reference's format. */
export function statusText(facts: StatusFacts): string {
  if (!facts.enabled) return "│ prune: OFF";
  if (facts.isFlushing) return "│ prune: summarizing…";
  return `│ prune: ${stateText(facts)}${diagnosticsText(facts.diagnosed)}${metricsText(facts.metrics)}`;
}

function stateText({ sizes, pending, pruneOn, isRecovered }: StatusFacts): string {
  // Nobody but the person prunes on demand: what waits for them goes before what was saved.
  if (sizes && !(pruneOn === "on-demand" && pending > 0)) return `ON · ${ratio(sizes.before, sizes.after)}`;
  if (isRecovered) return "recovered pending (reload)";
  return pending > 0 ? `${pending} pending` : "ON";
}

/** `92.0k->14.0k (-85%)`, in tokens. */
export function ratio(before: number, after: number): string {
  const percent = before > 0 ? Math.max(0, Math.round((1 - after / before) * 100)) : 0;
  return `${compactCount(before)}->${compactCount(after)} (-${percent}%)`;
}

const letters: readonly (readonly [letter: string, kind: string])[] = [
  ["u", "unresolved-range"],
  ["m", "range-id-mismatch"],
  ["o", "orphan-sweep"],
  ["b", "backfill-empty"],
];

function diagnosticsText(diagnosed: Iterable<string>): string {
  const kinds = [...diagnosed];
  const counts = letters.flatMap(([letter, kind]) => {
    const count = kinds.filter((each) => each === kind).length;
    return count > 0 ? [`${letter}${count}`] : [];
  });
  return counts.length > 0 ? ` · diag ${counts.join("/")}` : "";
}

function metricsText(metrics: ContextMetrics | undefined): string {
  if (!metrics || metrics.frontierGapTokens === 0) return "";
  const { openCycleThinkingTokens: thinking, frontierGapTokens: gap, largestChainSharePct: share } = metrics;
  return ` · think ${compactCount(thinking)} · gap ${compactCount(gap)} · chain ${share}%`;
}
