import { addUsage } from "../model/usage.ts";
import type { CallOutcome, SummarizeOptions, SummaryModel, SummaryModels, Usage } from "../ports.ts";
import type { Attempt, FallbackController } from "./fallback.ts";
import type { SummarizerNotices } from "./notices.ts";
import type { Prompt } from "./prompt.ts";

/** Something to ask a model. */
export interface Question {
  /** Characters a prompt for a model of so many tokens may have. */
  budgetFor(window: number): number;
  prompt(budget: number): Prompt;
  readonly answerTokens: number;
}

export interface Asked {
  /** The last call's outcome; undefined when none was made because every model is known to be down. */
  readonly outcome: CallOutcome | undefined;
  /** Name of the model that gave it. */
  readonly name: string;
  /** What that model was sent. */
  readonly prompt: string;
  /** Over all calls. */
  readonly usage: Usage;
}

/** How much of a prompt that was too long the next one keeps. */
const SHRINK = 0.4;
/** What one failure teaches for other prompts is never less, in characters: errors are not always what they say. */
const LEAST_LEARNED = 8000;

/** Asks questions, with the fallback's help, and remembers how much each model really takes. */
export class Asker {
  readonly #controller: FallbackController;
  readonly #notices: SummarizerNotices;
  /** Characters, by model name, where a prompt was once too long. */
  readonly #learned = new Map<string, number>();

  constructor(controller: FallbackController, notices: SummarizerNotices) {
    this.#controller = controller;
    this.#notices = notices;
  }

  /** Characters a prompt for this model may have, as far as is known. */
  budget(question: Pick<Question, "budgetFor">, model: SummaryModel): number {
    return Math.min(question.budgetFor(model.window), this.#learned.get(model.name) ?? Infinity);
  }

  /** At most two calls; a second one on the same model only with a smaller prompt. */
  async ask(question: Question, models: SummaryModels, options: SummarizeOptions): Promise<Asked> {
    let sent = { name: models.primary.name, prompt: "" };
    let limit = Number.POSITIVE_INFINITY;
    const attempt: Attempt = async (route) => {
      const model = (route === "session" ? models.session : undefined) ?? models.primary;
      const { system, user } = question.prompt(Math.min(limit, this.budget(question, model)));
      sent = { name: model.name, prompt: `${system}\n${user}` };
      options.onProgress?.(0);
      const outcome = await model.call({
        system,
        prompt: user,
        answerTokens: question.answerTokens,
        signal: options.signal,
        onProgress: options.onProgress,
      });
      if (outcome.kind === "failed" && outcome.reason === "context-length") {
        limit = Math.floor(user.length * SHRINK);
        this.#learned.set(model.name, Math.max(limit, LEAST_LEARNED));
      }
      this.#notices.aboutAttempt(model.name, outcome);
      return outcome;
    };
    const routes = { primary: models.primary.name, session: models.session?.name };
    const outcomes = await this.#controller.run(attempt, routes, options.signal);
    return { ...sent, outcome: outcomes.at(-1), usage: addUsage(outcomes.map(({ usage }) => usage)) };
  }
}
