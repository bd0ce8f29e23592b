import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { digestCall } from "./digest/digest.ts";
import { digestCallOf } from "./digest/digest-call.ts";
import { excerpt } from "./digest/excerpt.ts";
import { buildKnowledge, type ContextItem, type ContextKnowledge } from "./digest/knowledge.ts";
import { FusionMaker } from "./flush/fusion-maker.ts";
import type { FlushOrder } from "./flush/order.ts";
import { TextMaker } from "./flush/text-maker.ts";
import { LAST_WORDS_MS, raceWait } from "./host/bounded.ts";
import { endsWithAnswer } from "./host/mode.ts";
import type { SettingsStore } from "./host/settings-store.ts";
import { summaryModels } from "./host/summary-models.ts";
import { nameHash } from "./model/hash.ts";
import { lastUserText, type Messages } from "./model/message.ts";
import type { Notify } from "./ports.ts";
import type { Kept } from "./state/names.ts";
import type { Digest } from "./summary/digest-summary.ts";
import { createSummarizer } from "./summary/summarizer.ts";

const NONCE_DIGITS = 6;

export interface WriterParts {
  readonly settings: SettingsStore;
  readonly notify: Notify;
  /** What the session says was paid for. */
  readonly kept: () => Kept | undefined;
}

/**
 * Who writes the texts of stubs and chains: the digest, or a model with the digest behind it. What was learned of
 * outages ends with the session.
 */
export class Writer {
  readonly texts: TextMaker;
  readonly fusions: FusionMaker;
  readonly #settings: SettingsStore;
  readonly #notify: Notify;
  readonly #cwd: string;
  readonly #said = new Set<string>();
  #hurry = new AbortController();
  #lastUserText: string | undefined;
  /** What stays in the context while the texts of a flush are made. */
  #knowledge: ContextKnowledge | undefined;

  constructor(ctx: ExtensionContext, { settings, notify, kept }: WriterParts) {
    this.#settings = settings;
    this.#notify = notify;
    this.#cwd = ctx.cwd;
    const summarizer = createSummarizer({
      settings: () =>
        endsWithAnswer(ctx) ? { ...settings.current, summarizerModel: "builtin/digest" } : settings.current,
      models: () => summaryModels(ctx, settings.current),
      digest: this.digest,
      now: Date.now,
      notify,
    });
    const shared = { summarizer, userText: () => this.#lastUserText, hurry: () => this.#hurry.signal };
    this.texts = new TextMaker({
      ...shared,
      digest: this.digest,
      basis: () => nameHash(JSON.stringify([settings.current.summarizerModel, settings.current.digest])),
      kept,
    });
    this.fusions = new FusionMaker({ ...shared, kept: () => kept()?.ranges });
  }

  /**
   * Waits for work until a moment, in ms since 1970, or until the signal. From that moment on what is not made is
   * digested, and nothing more is asked for: the work ends at once.
   */
  async inTime(
    work: Promise<unknown> | undefined,
    until: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (!work || (await raceWait(work, until - Date.now(), signal)) !== "timeout") return;
    const hurry = this.#hurry;
    const end = () => {
      if (this.#hurry === hurry) this.#hurry = new AbortController();
    };
    hurry.abort();
    work.then(end, end);
    await raceWait(work, LAST_WORDS_MS, signal);
  }

  /** Told what is about to be sent: a model answers in the language that the user wrote last. */
  note(messages: Messages): void {
    this.#lastUserText = lastUserText(messages) ?? this.#lastUserText;
  }

  /** An order under the settings in force, whose texts may take their time. */
  order(asked: Pick<FlushOrder, "trigger" | "keep">, ctx: ExtensionContext, fuses: boolean): FlushOrder {
    return {
      ...asked,
      settings: this.#settings.current,
      isProtected: this.#settings.protection(ctx),
      summarize: this.texts.make,
      digest: this.digest,
      learn: this.learn,
      ...(fuses && { fuse: this.fusions.make }),
      nonce: nameHash(ctx.sessionManager.getSessionId()).slice(0, NONCE_DIGITS),
      now: Date.now,
    };
  }

  /** A digest that fails costs its own call the good text, and no other anything. */
  readonly digest: Digest = (call) => {
    const { digest: budget } = this.#settings.current;
    const seen = digestCallOf(call);
    const text = this.#attempt(
      `the digest of a result of ${call.toolName}`,
      () => digestCall(seen, budget, this.#knowledge?.of(call.key)),
      () => excerpt(seen.text, budget.maxTokens),
    );
    this.#knowledge?.learn(text);
    return text;
  };

  /** Told what a flush is about before any text is made, so that a digest need not repeat what stays. */
  readonly learn = (context: readonly ContextItem[]): void => {
    this.#knowledge = this.#attempt(
      "reading what stays in the context",
      () => buildKnowledge(context, this.#cwd),
      () => undefined,
    );
  };

  #attempt<T>(what: string, work: () => T, instead: () => T): T {
    try {
      return work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const text = `pruner: ${what} failed (${reason}). Nothing is lost: stubs show less, and the originals can be got back.`;
      if (!this.#said.has(text)) this.#notify({ kind: "digest-failed", level: "warning", text });
      this.#said.add(text);
      return instead();
    }
  }
}
