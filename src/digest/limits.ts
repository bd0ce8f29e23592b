import { head } from "../model/text.ts";
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

// No text has fewer tokens than one for eight characters, save runs of blanks.
const MOST_CHARS_PER_TOKEN = 8;

export function limitsOf(text: string, budget: DigestBudget, findings: Findings): Limits {
  const { share, maxTokens, minTokens } = budget;
  const enough = Math.ceil((maxTokens / Math.max(share, 0.01)) * MOST_CHARS_PER_TOKEN);
  const raw = tokenWeight(head(text, enough));
  const within = (tokens: number) => Math.min(maxTokens, Math.max(minTokens, tokens));
  const all = within(share * raw);
  return { kept: within(Math.max(share, findings.keepShare) * raw), lines: all * findings.lineShare, all };
}
