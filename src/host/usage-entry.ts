import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { SummarizerTotals } from "./external-cost.ts";

/** Host B counts model calls beside the conversation by entries of their own; host A has no such thing. */
interface WithUsage {
  appendUsage?(kind: string, provider: string, model: string, usage: HostUsage): unknown;
}

interface HostUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly totalTokens: number;
  readonly cost: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
    readonly total: number;
  };
}

/** Adds what summaries cost to the session's own totals, under the model that is asked for them (`provider/id`). */
export function recordUsage(
  { sessionManager }: ExtensionContext,
  name: string,
  spent: SummarizerTotals,
): void {
  const at = name.indexOf("/");
  const { totalInputTokens: input, totalOutputTokens: output, totalCost: total } = spent;
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total };
  const usage = { input, output, cacheRead: 0, cacheWrite: 0, totalTokens: input + output, cost };
  const session = sessionManager as typeof sessionManager & WithUsage;
  session.appendUsage?.("context-prune", name.slice(0, Math.max(0, at)), name.slice(at + 1), usage);
}
