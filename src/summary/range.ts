import { wellFormed } from "../model/text.ts";
import { NO_USAGE } from "../model/usage.ts";
import type { SummarizeOptions, SummaryModels, Usage } from "../ports.ts";
import type { Asker } from "./ask.ts";
import { rangePrompt } from "./prompt.ts";
import { windowChars } from "./split.ts";
import { suspicionOf } from "./suspicion.ts";

/** The text that stands for several summaries; without one they stay as they are. */
export type FusedRange =
  | { readonly ok: true; readonly text: string; readonly usage: Usage }
  | { readonly ok: false; readonly usage: Usage };

const RANGE_ANSWER_TOKENS = 2000;

/** Asks for one text instead of several distinct ones (oldest first). A text that is no gain is none. */
export async function fuseRange(
  texts: readonly string[],
  models: SummaryModels,
  options: SummarizeOptions,
  asker: Asker,
): Promise<FusedRange> {
  const distinct = [...new Set(texts)];
  if (distinct.length < 2) return { ok: false, usage: NO_USAGE };
  const chars = distinct.reduce((sum, text) => sum + text.length, 0);
  const { outcome, prompt, usage } = await asker.ask(
    {
      budgetFor: (window) => windowChars(window, distinct),
      prompt: (budget) => rangePrompt(distinct, { budget, userText: options.userText }),
      answerTokens: RANGE_ANSWER_TOKENS,
    },
    models,
    options,
  );
  if (outcome?.kind !== "text" || outcome.truncated) return { ok: false, usage };
  const text = wellFormed(outcome.text).trim();
  const isGood = text.length < chars && suspicionOf(text, [prompt]) === undefined;
  return isGood ? { ok: true, text, usage } : { ok: false, usage };
}
