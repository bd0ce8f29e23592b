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
  const raw = roughTokens(text);
  const within = (tokens: number) => Math.min(maxTokens, Math.max(minTokens, tokens));
  const all = within(share * raw);
  return {
    kept: within(Math.max(share, findings.keepShare) * raw),
    lines: Math.max(Math.min(all, minTokens), all * findings.lineShare),
    all,
  };
}

const SAMPLE_CHARS = 8000;

// How long a digest may be needs no precision: a long text is as dense as its beginning.
function roughTokens(text: string): number {
  if (text.length <= SAMPLE_CHARS) return tokenWeight(text);
  return (tokenWeight(text, 0, SAMPLE_CHARS) * text.length) / SAMPLE_CHARS;
}
