import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { digestCall } from "./digest/digest.ts";
import { digestCallOf } from "./digest/digest-call.ts";
import { buildKnowledge, type ContextItem, type ContextKnowledge } from "./digest/knowledge.ts";
import { FusionMaker } from "./flush/fusion-maker.ts";
import type { FlushOrder } from "./flush/order.ts";
import { TextMaker, type TextMakerParts } from "./flush/text-maker.ts";
import { endsWithAnswer } from "./host/mode.ts";
import type { SettingsStore } from "./host/settings-store.ts";
import { summaryModels } from "./host/summary-models.ts";
import { nameHash } from "./model/hash.ts";
import { lastUserText, type Messages } from "./model/message.ts";
import type { Notify } from "./ports.ts";
import type { Digest } from "./summary/digest-summary.ts";
import { createSummarizer } from "./summary/summarizer.ts";

const NONCE_DIGITS = 6;

/**
 * Who writes the texts of stubs and chains: the digest, or a model with the digest behind it. What was learned of
 * outages ends with the session.
 */
export class Writer {
  readonly texts: TextMaker;
  readonly fusions: FusionMaker;
  readonly #settings: SettingsStore;
  readonly #cwd: string;
  #lastUserText: string | undefined;
  /** What stays in the context while the texts of a flush are made. */
  #knowledge: ContextKnowledge | undefined;

  constructor(
    ctx: ExtensionContext,
    { settings, notify, kept }: { settings: SettingsStore; notify: Notify } & Pick<TextMakerParts, "kept">,
  ) {
    this.#settings = settings;
    this.#cwd = ctx.cwd;
    const summarizer = createSummarizer({
      settings: () =>
        endsWithAnswer(ctx) ? { ...settings.current, summarizerModel: "builtin/digest" } : settings.current,
      models: () => summaryModels(ctx, settings.current),
      digest: this.digest,
      now: Date.now,
      notify,
    });
    const userText = () => this.#lastUserText;
    this.texts = new TextMaker({
      summarizer,
      digest: this.digest,
      userText,
      basis: () => nameHash(JSON.stringify([settings.current.summarizerModel, settings.current.digest])),
      kept,
    });
    this.fusions = new FusionMaker(summarizer, userText);
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

  readonly digest: Digest = (call) => {
    const knowledge = this.#knowledge?.of(call.key);
    const text = digestCall(digestCallOf(call), this.#settings.current.digest, knowledge);
    this.#knowledge?.learn(text);
    return text;
  };

  /** Told what a flush is about before any text is made, so that a digest need not repeat what stays. */
  readonly learn = (context: readonly ContextItem[]): void => {
    this.#knowledge = buildKnowledge(context, this.#cwd);
  };
}
