import type { CallOutcome, Notify, SummaryModels } from "../ports.ts";
import type { Flaw } from "./quality.ts";

/** The summarizer's own notices, each said once per cause and model for as long as this object lives. */
export class SummarizerNotices {
  readonly #notify: Notify;
  readonly #said = new Set<string>();

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  /** Before anything is sent: what the lookup ran into, and whether another provider gets to see tool output. */
  aboutModels({ primary, sessionProvider, warning }: SummaryModels): void {
    if (warning && this.#isNew(warning.text)) this.#notify(warning);
    if (sessionProvider === undefined || sessionProvider === primary.provider) return;
    if (!this.#isNew(`provider ${primary.provider}`)) return;
    this.#notify({
      kind: "other-provider",
      level: "info",
      text: `pi-condense: tool output goes to ${primary.provider} for summaries (summarizer ${primary.name}); the session's own provider is ${sessionProvider}`,
    });
  }

  /** A call that ran into a time limit; others are of interest only when nothing else helped. */
  aboutAttempt(name: string, outcome: CallOutcome): void {
    if (outcome.kind !== "failed" || outcome.reason !== "stalled") return;
    if (!this.#isNew(`stalled ${name} ${outcome.message}`)) return;
    this.#notify({
      kind: "summarizer-stalled",
      level: "warning",
      text: `pi-condense: summarizer ${name} ${outcome.message}; summarizer call abandoned`,
    });
  }

  /** The last call for a batch failed, and the digest takes its place. */
  aboutFailure(name: string, outcome: CallOutcome): void {
    if (outcome.kind === "text" || outcome.reason === "stalled" || outcome.reason === "aborted") return;
    if (this.#isNew(`failed ${name} ${outcome.reason}`)) this.#failed(`${name}: ${outcome.message}`);
  }

  /** A paid answer of which nothing could be used. */
  aboutAnswer(name: string, flaws: readonly (Flaw | undefined)[]): void {
    const flaw = flaws.find((each) => each !== "too-long");
    if (flaw === undefined || flaws.includes(undefined)) return;
    if (this.#isNew(`answer ${name}`)) this.#failed(`${name}: unusable answer (${flaw})`);
  }

  withoutModel(cause: string): void {
    if (this.#isNew("no model")) this.#failed(cause);
  }

  #failed(cause: string): void {
    this.#notify({
      kind: "summarizer-failed",
      level: "error",
      text: `pruner: summarization failed: ${cause}; the digest is used instead`,
    });
  }

  #isNew(cause: string): boolean {
    if (this.#said.has(cause)) return false;
    this.#said.add(cause);
    return true;
  }
}
