import { tokenWeight } from "../model/tokens.ts";
import type { Findings } from "./findings.ts";
import type { DigestBudget } from "./types.ts";

/** How many tokens a digest may reach with each sort of content; none is above the budget's bounds. */
export interface Limits {
  /** With what must survive. */
  readonly kept: number;
  /** With lines worth having. */
  readonly lines: number;
  /** With everything. */
  readonly all: number;
}

export function limitsOf(text: string, budget: DigestBudget, findings: Findings): Limits {
  const { share, maxTokens, minTokens } = budget;
  const raw = tokensUpTo(text, maxTokens / Math.max(share, 0.01));
  const within = (tokens: number) => Math.min(maxTokens, Math.max(minTokens, tokens));
  const all = within(share * raw);
  return {
    kept: within(Math.max(share, findings.keepShare) * raw),
    lines: Math.max(Math.min(all, minTokens), all * findings.lineShare),
    all,
  };
}

const STEP_CHARS = 4096;

// A result with more tokens than `enough` has reached the maximum: no need to weigh the rest of it.
function tokensUpTo(text: string, enough: number): number {
  let tokens = 0;
  for (let at = 0; at < text.length && tokens < enough; at += STEP_CHARS) {
    tokens += tokenWeight(text, at, Math.min(text.length, at + STEP_CHARS));
  }
  return tokens;
}
