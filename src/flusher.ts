import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { Fuse } from "./chain/compress.ts";
import { digestCall } from "./digest/digest.ts";
import { digestCallOf } from "./digest/digest-call.ts";
import { buildKnowledge, type ContextKnowledge } from "./digest/knowledge.ts";
import type { FlushOrder } from "./flush/order.ts";
import type { FlushReport, Trigger } from "./flush/report.ts";
import { TextMaker } from "./flush/text-maker.ts";
import { type Decision, FlushTrigger, mayWait, type UpcomingRequest } from "./flush/trigger.ts";
import { raceWait } from "./host/bounded.ts";
import { abortOnEscape } from "./host/escape.ts";
import { endsWithAnswer } from "./host/mode.ts";
import { requestFacts } from "./host/request-facts.ts";
import type { SettingsStore } from "./host/settings-store.ts";
import { summaryModels } from "./host/summary-models.ts";
import { nameHash } from "./model/hash.ts";
import { lastUserText, type Messages } from "./model/message.ts";
import type { Notify, SummarizeAll, SummarizeAllOptions } from "./ports.ts";
import type { Pruner } from "./pruner.ts";
import { type Digest, NO_USAGE } from "./summary/digest-summary.ts";
import { createSummarizer, type Summarizer } from "./summary/summarizer.ts";

// Longest wait of a request for texts that are being made, and of the session's end for a flush, in ms.
const REQUEST_WAIT_MS = 3000;
const DRAIN_MS = 8000;
const NONCE_DIGITS = 6;

/** What the flushes need from the rest of the extension. */
export interface FlusherParts {
  readonly pi: ExtensionAPI;
  readonly pruner: Pruner;
  readonly settings: SettingsStore;
  readonly notify: (ctx: ExtensionContext) => Notify;
  /** Something began or ended that the footer tells. */
  readonly onChange: (ctx: ExtensionContext) => void;
  /** A flush was done, in whatever way it began. */
  readonly onReport: (report: FlushReport, ctx: ExtensionContext) => void;
}

/** A request as the host has it, and as it would be sent without a flush. */
interface Prepared extends Pick<UpcomingRequest, "messages" | "rendered"> {
  readonly isNewPrompt: boolean;
}

/**
 * When flushes happen and who writes their texts. The digest is at hand at once; a model's texts are made in the
 * background, ahead of the request whose moment is right for the rewrite, and no request waits for them but a cold
 * one or one too large, and that within bounds.
 */
export class Flusher {
  readonly #parts: FlusherParts;
  #trigger = new FlushTrigger();
  #summarizer: Summarizer | undefined;
  #texts: TextMaker | undefined;
  #lastUserText: string | undefined;
  /** What stays in the context while the texts of a flush are made. */
  #knowledge: ContextKnowledge | undefined;

  constructor(parts: FlusherParts) {
    this.#parts = parts;
  }

  /** A session was opened: what the summarizer learned of outages, and the texts made ahead, went with the last one. */
  open(ctx: ExtensionContext): void {
    const { settings, notify } = this.#parts;
    const digest = this.#digest;
    this.#summarizer = createSummarizer({
      settings: () =>
        endsWithAnswer(ctx) ? { ...settings.current, summarizerModel: "builtin/digest" } : settings.current,
      models: () => summaryModels(ctx, settings.current),
      digest,
      now: Date.now,
      notify: notify(ctx),
    });
    this.#texts = new TextMaker(this.#summarizer, digest, () => this.#lastUserText);
  }

  /** The branch was read anew. Work that no flush has taken yet is tested at the next turn, whatever that brings. */
  async rearm(ctx: ExtensionContext): Promise<void> {
    const { pruner, settings } = this.#parts;
    const trigger = new FlushTrigger(pruner.state?.calibrations.values(), pruner.sharedFront);
    this.#trigger = trigger;
    if (!settings.current.enabled) return;
    if ((await this.pending(ctx)).length > 0) trigger.rearm();
  }

  get isRearmed(): boolean {
    return this.#trigger.isRearmed;
  }

  /** Tokens as the model counts them. */
  tokens = (weight: number): number => this.#trigger.tokens(weight);

  /** Before a request: flushes when that pays. True when it changed what the model will see. */
  async beforeRequest(prepared: Prepared, ctx: ExtensionContext): Promise<boolean> {
    const { pruner } = this.#parts;
    const request = this.#upcoming(prepared, ctx);
    if (!request) return false;
    this.#lastUserText = lastUserText(prepared.messages) ?? this.#lastUserText;
    const decision = this.#trigger.decide(request);
    if (pruner.running !== undefined && mayWait(decision)) await this.#waitForTexts(ctx);
    if (decision.kind === "wait" || pruner.running !== undefined) return false;
    const order = this.#order(decision.reason, ctx, decision.keep);
    if (!(await this.#hasTexts(order, decision, ctx))) return false;
    const report = await this.#flush({ ...order, summarize: this.#take }, ctx);
    return report?.changed === true;
  }

  /** The final reply of a run is in the session. Nothing here is waited for. */
  async atFinalReply(ctx: ExtensionContext): Promise<void> {
    const { pruneOn } = this.#parts.settings.current;
    if (pruneOn === "agent-message") await this.#flush(this.#order("message-end", ctx, 0), ctx);
    if (pruneOn === "auto" && this.usesModel(ctx)) await this.#prepare(this.#order("boundary", ctx, 0), ctx);
  }

  /** By hand: everything the model has read. Undefined when another flush is running, or when it was cancelled. */
  now(ctx: ExtensionContext, progress: Pick<SummarizeAllOptions, "onProgress" | "onDone"> = {}) {
    return this.#flush({ ...this.#order("manual", ctx, 0), ...progress }, ctx);
  }

  /** By hand: every closed chain, whatever the rolling window says. Undefined while a flush is running. */
  compact(ctx: ExtensionContext): Promise<FlushReport | undefined> {
    const order = this.#order("manual", ctx, 0);
    return this.#tracked(ctx, (signal) => this.#parts.pruner.compact({ ...order, signal }));
  }

  /** What a flush by hand would take. */
  pending = (ctx: ExtensionContext) => this.#parts.pruner.pending(this.#order("manual", ctx, 0));

  compacted = (): void => this.#trigger.compacted();

  /** The messages that are sent: the figure the provider reports next is theirs. */
  sent = (rendered: Messages): void => this.#trigger.sent(rendered, Date.now());

  /** Whether a compaction for want of room is needed, measured by what would really be sent. */
  needsCompaction(ctx: ExtensionContext, reserveTokens = this.#trigger.reserveTokens): boolean {
    this.#trigger.reserveTokens = reserveTokens;
    const request = this.#upcoming({ ...this.#parts.pruner.preview(), isNewPrompt: false }, ctx);
    return !request || this.#trigger.mustCompact(request);
  }

  /** Whether a request leaves the host too little room; any does for a model that nobody knows. */
  overflows = (request: Parameters<FlushTrigger["overflows"]>[0], { model }: ExtensionContext): boolean =>
    model === undefined || this.#trigger.overflows(request, model.contextWindow);

  /** Undefined while nothing is pruned. */
  #upcoming({ isNewPrompt, ...prepared }: Prepared, ctx: ExtensionContext): UpcomingRequest | undefined {
    const { pruner, settings, pi } = this.#parts;
    const { state } = pruner;
    if (!state?.enabled || !ctx.model) return undefined;
    return {
      ...requestFacts(pi, ctx),
      ...prepared,
      point: isNewPrompt ? "prompt" : "mid-run",
      at: Date.now(),
      model: ctx.model,
      state,
      settings: settings.current,
      isProtected: settings.protection(ctx),
    };
  }

  /** Gives a running flush its bounded time to end. */
  async drain(): Promise<void> {
    await raceWait(this.#parts.pruner.running, DRAIN_MS);
  }

  /** Whether texts take their time. */
  usesModel = (ctx: ExtensionContext): boolean =>
    !endsWithAnswer(ctx) && this.#parts.settings.current.summarizerModel !== "builtin/digest";

  #digest: Digest = (call) => {
    const knowledge = this.#knowledge?.of(call.key);
    const text = digestCall(digestCallOf(call), this.#parts.settings.current.digest, knowledge);
    this.#knowledge?.learn(text);
    return text;
  };

  #fuse: Fuse = async (texts) => {
    const fused = await this.#summarizer?.fuse(texts, {});
    return { ...(fused?.ok && { text: fused.text }), usage: fused?.usage ?? NO_USAGE };
  };

  #make: SummarizeAll = (batches, options) => this.#texts?.make(batches, options) ?? [];
  #take: SummarizeAll = (batches, options) => this.#texts?.takeOrDigest(batches, options) ?? [];

  #order(trigger: Trigger, ctx: ExtensionContext, keep: number): FlushOrder {
    const settings = this.#parts.settings.current;
    return {
      trigger,
      keep,
      settings,
      isProtected: this.#parts.settings.protection(ctx),
      summarize: this.#make,
      digest: this.#digest,
      learn: (context) => {
        this.#knowledge = buildKnowledge(context, ctx.cwd);
      },
      ...(this.usesModel(ctx) && { fuse: this.#fuse }),
      nonce: nameHash(ctx.sessionManager.getSessionId()).slice(0, NONCE_DIGITS),
      now: Date.now,
    };
  }

  /** Whether the texts are at hand. If not they are begun, and waited for only where the moment will not come back. */
  async #hasTexts(order: FlushOrder, decision: Decision, ctx: ExtensionContext): Promise<boolean> {
    if (!this.usesModel(ctx)) return true;
    if (this.#texts?.isReady(await this.#parts.pruner.pending(order))) return true;
    const preparing = this.#prepare(order, ctx);
    if (!mayWait(decision)) {
      // The rent stays due: the next request finds the texts.
      preparing.catch(() => {});
      return false;
    }
    await this.#waitForTexts(ctx);
    return ctx.signal?.aborted !== true;
  }

  async #waitForTexts(ctx: ExtensionContext): Promise<void> {
    const { pruner } = this.#parts;
    const outcome = await raceWait(pruner.running, REQUEST_WAIT_MS, ctx.signal);
    if (outcome !== "timeout") return;
    this.#texts?.hurry();
    await raceWait(pruner.running, REQUEST_WAIT_MS, ctx.signal);
  }

  #prepare(order: FlushOrder, ctx: ExtensionContext): Promise<void> {
    return this.#tracked(ctx, (signal) => this.#parts.pruner.prepare({ ...order, signal }));
  }

  async #flush(order: FlushOrder, ctx: ExtensionContext): Promise<FlushReport | undefined> {
    const report = await this.#tracked(ctx, (signal) => this.#parts.pruner.flush({ ...order, signal }));
    this.#trigger.attempted(report?.changed ? "served" : "refused");
    const { calibration } = this.#trigger;
    if (report?.changed && calibration) this.#parts.pruner.calibrate(calibration);
    if (report) this.#parts.onReport(report, ctx);
    return report;
  }

  async #tracked<T>(ctx: ExtensionContext, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { onChange } = this.#parts;
    const running = abortOnEscape(ctx, work);
    onChange(ctx);
    return running.finally(() => onChange(ctx));
  }
}
