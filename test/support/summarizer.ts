import { expect } from "vitest";
import type { CapturedCall } from "../../src/model/batch.ts";
import { textOf } from "../../src/model/message.ts";
import type { Notice, SummaryModels, SummaryResult } from "../../src/ports.ts";
import { createSummarizer } from "../../src/summary/summarizer.ts";
import { capturedBatch, labelsOf, type ScriptedModel, type Step, says } from "./summary.ts";

const digest = (call: CapturedCall) => `digest of ${textOf(call.content).slice(0, 4)}`;

/** A result of about so many characters, beginning with a name. */
export const longText = (name: string, chars = 2000) => `${name} ${"output ".repeat(chars / 7)}`;

/** One call whose result begins with a name, long enough that a summary of it is shorter. */
export const batchOf = (name: string) => capturedBatch([{ text: longText(name) }]);

/** Answers every call a prompt lists at its end, as a well-behaved model does. */
export const obedient =
  (text: (label: string) => string): Step =>
  ({ prompt }) =>
    says(
      labelsOf(prompt)
        .map((label) => `${label} ${text(label)}`)
        .join("\n"),
    );

/** What so many attempts of a scripted model cost. */
export const usageOf = (attempts: number) => ({
  input: 100 * attempts,
  output: 10 * attempts,
  cost: expect.closeTo(0.01 * attempts),
  calls: attempts,
});

export const linesOf = (result: SummaryResult) => (result.ok ? result.lines : result.reason);

export interface SummarizerParts {
  readonly models?: Partial<SummaryModels> & { readonly primary: ScriptedModel };
  /** Instead of `models`. */
  readonly lookUp?: () => SummaryModels | undefined;
  readonly model?: string;
  readonly concurrency?: number;
}

/** A summarizer over scripted models, and everything it said. */
export function summarizerOver({
  models,
  lookUp = () => models,
  model = "p/haiku",
  concurrency = 2,
}: SummarizerParts) {
  const notices: Notice[] = [];
  const summarizer = createSummarizer({
    settings: () => ({ summarizerModel: model, summarizerConcurrency: concurrency }),
    models: lookUp,
    digest,
    now: () => 1,
    notify: (notice) => notices.push(notice),
  });
  return {
    summarizer,
    /** Summaries of one batch per name. */
    all: (names: readonly string[]) => summarizer.summarizeAll(names.map(batchOf), () => ({})),
    texts: () => notices.map((notice) => notice.text),
  };
}
