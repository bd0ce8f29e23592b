import type { Verdict } from "../economics/decide.ts";

/** What a trigger says about a request. */
export type Decision = Verdict & {
  /** How many of the latest read results a flush leaves alone. */
  readonly keep: number;
};

export type DueFlush = Extract<Decision, { readonly kind: "flush" }>;

/** Rewriting is free on a cold cache, and a request too large is worse than a late one. */
export const mayWait = (decision: Decision): boolean =>
  decision.kind === "flush" &&
  (decision.reason === "cold" || (decision.reason === "budget" && decision.detail === "compaction"));
