import type { CapturedBatch } from "../model/batch.ts";
import { addUsage, NO_USAGE } from "../model/usage.ts";
import type {
  BatchSummary,
  Notify,
  Now,
  Summarize,
  SummarizeOptions,
  SummaryModels,
  SummaryResult,
  Usage,
} from "../ports.ts";
import { Asker, type Question } from "./ask.ts";
import { type Digest, digestSummary } from "./digest-summary.ts";
import { FallbackController } from "./fallback.ts";
import { Limiter } from "./limiter.ts";
import { SummarizerNotices } from "./notices.ts";
import { batchPrompt } from "./prompt.ts";
import { reviewAnswer } from "./quality.ts";
import { type FusedRange, fuseRange } from "./range.ts";
import { answerTokens, limitsOf, splitBatch } from "./split.ts";

/** The settings a summary depends on; read whenever one begins. */
export interface SummarizerSettings {
  readonly summarizerModel: string;
  readonly summarizerConcurrency: number;
}

export interface SummarizerPorts {
  readonly settings: () => SummarizerSettings;
  /** The models to use; asked once per summary or list of summaries, when it begins. Undefined when there is none. */
  readonly models: () => SummaryModels | undefined;
  readonly digest: Digest;
  readonly now: Now;
  readonly notify: Notify;
}

/**
 * Summaries of batches and ranges, together `summarizerConcurrency` at a time. A model that throws makes none of them
 * reject. Remembers outages, limits and what was said: one object per session.
 */
export interface Summarizer {
  readonly summarize: Summarize;
  /** Summaries in the order of the batches. */
  summarizeAll(
    batches: readonly CapturedBatch[],
    optionsFor: (index: number) => SummarizeOptions,
  ): Promise<readonly SummaryResult[]>;
  /** One text for several summaries of a chain, oldest first. */
  fuse(texts: readonly string[], options: SummarizeOptions): Promise<FusedRange>;
}

export function createSummarizer(ports: SummarizerPorts): Summarizer {
  const notices = new SummarizerNotices(ports.notify);
  const asker = new Asker(new FallbackController(ports.now, ports.notify), notices);
  const limiter = new Limiter(() => ports.settings().summarizerConcurrency);
  const work: Work = { asker, notices, digest: ports.digest };

  const openModels = (): SummaryModels | undefined => {
    if (ports.settings().summarizerModel === "builtin/digest") return undefined;
    try {
      const models = ports.models();
      if (models) notices.aboutModels(models);
      else notices.withoutModel("no model is selected");
      return models;
    } catch (error) {
      notices.withoutModel(messageOf(error));
      return undefined;
    }
  };
  const askFor = (batch: CapturedBatch, models: SummaryModels, options: SummarizeOptions) =>
    limiter.run(() => summarizeParts(batch, models, options, work), options.signal);
  return {
    summarize(batch, options) {
      const models = openModels();
      return models ? askFor(batch, models, options) : digested(batch, ports.digest);
    },
    async summarizeAll(batches, optionsFor) {
      const models = openModels();
      const summarizeOne = async (batch: CapturedBatch, index: number) => {
        const options = optionsFor(index);
        const result = models ? await askFor(batch, models, options) : digested(batch, ports.digest);
        options.onDone?.(result);
        return result;
      };
      return Promise.all(batches.map(summarizeOne));
    },
    async fuse(texts, options) {
      const models = openModels();
      const none: FusedRange = { ok: false, usage: NO_USAGE };
      if (!models) return none;
      return limiter.run(() => fuseRange(texts, models, options, asker), options.signal).catch(() => none);
    },
  };
}

interface Work {
  readonly asker: Asker;
  readonly notices: SummarizerNotices;
  readonly digest: Digest;
}

const digested = (batch: CapturedBatch, digest: Digest): SummaryResult => ({
  ok: true,
  ...digestSummary(batch, digest),
});

async function summarizeParts(
  batch: CapturedBatch,
  models: SummaryModels,
  options: SummarizeOptions,
  work: Work,
): Promise<SummaryResult> {
  if (batch.calls.length === 0) return digested(batch, work.digest);
  const limits = limitsOf(models.primary.window, batch);
  const promptChars = work.asker.budget({ budgetFor: () => limits.promptChars }, models.primary);
  const summaries: BatchSummary[] = [];
  let received = 0;
  for (const part of splitBatch(batch, { ...limits, promptChars })) {
    let latest = 0;
    const before = received;
    const onProgress = (chars: number) => {
      latest = chars;
      options.onProgress?.(before + chars);
    };
    const summary = await summarizePart(part, models, { ...options, onProgress }, work);
    if ("aborted" in summary) {
      const usage = addUsage([...summaries.map((each) => each.usage), summary.usage]);
      return { ok: false, reason: "aborted", message: "aborted", usage };
    }
    received += latest;
    summaries.push(summary);
  }
  return { ok: true, ...merged(summaries) };
}

type PartSummary = BatchSummary | { readonly aborted: true; readonly usage: Usage };

/** One batch that cannot be dealt with must not cost the others their summaries. */
async function summarizePart(
  part: CapturedBatch,
  models: SummaryModels,
  options: SummarizeOptions,
  work: Work,
): Promise<PartSummary> {
  try {
    return await askForPart(part, models, options, work);
  } catch (error) {
    if (options.signal?.aborted) return { aborted: true, usage: NO_USAGE };
    const failure = {
      kind: "failed",
      reason: "unusable",
      message: messageOf(error),
      usage: NO_USAGE,
    } as const;
    work.notices.aboutFailure(models.primary.name, failure);
    return digestSummary(part, work.digest);
  }
}

async function askForPart(
  part: CapturedBatch,
  models: SummaryModels,
  options: SummarizeOptions,
  { asker, notices, digest }: Work,
): Promise<PartSummary> {
  const question: Question = {
    budgetFor: (window) => limitsOf(window, part).promptChars,
    prompt: (budget) => batchPrompt(part, { budget, userText: options.userText }),
    answerTokens: answerTokens(part.calls.length),
  };
  const { outcome, name, prompt, usage } = await asker.ask(question, models, options);
  if (options.signal?.aborted || (outcome?.kind === "failed" && outcome.reason === "aborted"))
    return { aborted: true, usage };
  if (outcome?.kind !== "text") {
    if (outcome) notices.aboutFailure(name, outcome);
    return digestSummary(part, digest, usage);
  }
  const { lines, remarks, flaws } = reviewAnswer(outcome, part, { digest, prompt });
  notices.aboutAnswer(name, flaws);
  return { source: flaws.includes(undefined) ? "model" : "digest", lines, remarks, usage };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function merged(parts: readonly BatchSummary[]): BatchSummary {
  return {
    source: parts.some(({ source }) => source === "model") ? "model" : "digest",
    lines: parts.flatMap(({ lines }) => lines),
    remarks: parts
      .map(({ remarks }) => remarks)
      .filter((text) => text !== "")
      .join("\n"),
    usage: addUsage(parts.map(({ usage }) => usage)),
  };
}
