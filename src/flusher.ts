import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { type DueFlush, mayWait } from "./flush/decision.ts";
import type { FlushOrder } from "./flush/order.ts";
import type { FlushReport, Trigger } from "./flush/report.ts";
import { isEnough } from "./flush/take-made.ts";
import { FlushTrigger, type UpcomingRequest } from "./flush/trigger.ts";
import { drained, LAST_WORDS_MS, raceWait } from "./host/bounded.ts";
import { abortOnEscape } from "./host/escape.ts";
import { endsWithAnswer } from "./host/mode.ts";
import { requestFacts } from "./host/request-facts.ts";
import type { SettingsStore } from "./host/settings-store.ts";
import type { Messages } from "./model/message.ts";
import type { Notify, SummarizeAllOptions } from "./ports.ts";
import type { Pruner } from "./pruner.ts";
import { Writer } from "./writer.ts";

// Longest waits, in ms: of a request for texts; of the session's end for flushes, before one is broken off.
const REQUEST_WAIT_MS = 3000;
const DRAIN_MS = 7500;

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
  #writer: Writer | undefined;
  /** The session is about to end: nothing is made ahead any more. */
  isEnding = false;
  #ending = new AbortController();
  /** The last reply of this branch was cut off. Host B leaves such a one out of the next request. */
  wasCutOff = false;

  constructor(parts: FlusherParts) {
    this.#parts = parts;
  }

  /** A session was opened: what the summarizer learned of outages went with the last one. */
  open(ctx: ExtensionContext): void {
    const { pruner, settings, notify } = this.#parts;
    this.isEnding = false;
    this.#writer = new Writer(ctx, { settings, notify: notify(ctx), kept: pruner.kept });
  }

  /** The branch was read anew. Work that no flush has taken yet is tested at the next turn, whatever that brings. */
  async rearm(ctx: ExtensionContext): Promise<void> {
    const { pruner, settings } = this.#parts;
    this.#trigger = new FlushTrigger(pruner.state?.calibrations.values(), pruner.sharedFront);
    this.wasCutOff = false;
    if (!settings.current.enabled) return;
    if ((await this.pending(ctx)).length > 0) this.#trigger.rearm();
  }

  get isRearmed(): boolean {
    return this.#trigger.isRearmed;
  }

  /** Tokens as the model counts them. */
  tokens = (weight: number): number => this.#trigger.tokens(weight);

  /** Before a request: flushes when that pays. True when it changed what the model will see. */
  beforeRequest(prepared: Prepared, ctx: ExtensionContext): false | Promise<boolean> {
    const request = this.#upcoming(prepared, ctx);
    if (!request) return false;
    this.#opened.note(prepared.messages);
    const decision = this.#trigger.decide(request);
    return decision.kind === "flush" && this.#flushBefore(decision, ctx);
  }

  async #flushBefore(decision: DueFlush, ctx: ExtensionContext): Promise<boolean> {
    const { pruner } = this.#parts;
    const until = Date.now() + REQUEST_WAIT_MS;
    if (mayWait(decision)) await this.#opened.inTime(pruner.running, until, ctx.signal);
    if (pruner.running !== undefined) return false;
    const order = await this.#withTexts({ decision, until }, ctx);
    if (!order) return false;
    const report = await this.#flush({ ...order, ...this.#atHand(), detail: decision.detail }, ctx);
    return report?.changed === true;
  }

  /**
   * The run's last reply is in the session: a final one, or one that was cut off, whose work the next request takes.
   * Undefined when that leaves nothing to do.
   */
  atLastReply(ctx: ExtensionContext, ending: "final" | "cut off"): Promise<void> | undefined {
    const { pruneOn } = this.#parts.settings.current;
    if (pruneOn === "agent-message" && ending === "final") return this.#flushAtFinalReply(ctx);
    if (pruneOn === "on-demand" || !this.usesModel(ctx) || this.isEnding) return undefined;
    return this.#prepare(this.#order("boundary", ctx, 0), ctx);
  }

  async #flushAtFinalReply(ctx: ExtensionContext): Promise<void> {
    const { pruner } = this.#parts;
    const { state } = pruner;
    // What is being made may lack the last results: the flush comes behind it.
    while (pruner.running !== undefined) await pruner.running.catch(() => {});
    if (pruner.state === state) await this.#flush(this.#order("message-end", ctx, 0), ctx);
  }

  /** By hand: everything the model has read. Undefined when another flush is running, or when it was cancelled. */
  now(ctx: ExtensionContext, progress: Pick<SummarizeAllOptions, "onProgress" | "onDone"> = {}) {
    return this.#flush({ ...this.#order("manual", ctx, 0), ...progress }, ctx);
  }

  /** By hand: every closed chain, whatever the rolling window says. Undefined as in `now`. */
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
      wasCutOff: this.wasCutOff,
      at: Date.now(),
      model: ctx.model,
      state,
      settings: settings.current,
      isProtected: settings.protection(ctx),
    };
  }

  /** Gives what runs, and then what waited for it, their bounded time to end, and breaks off what does not. */
  async drain(): Promise<void> {
    if ((await drained(() => this.#parts.pruner.running, DRAIN_MS)) === "timeout") await this.breakOff();
  }

  /** Ends what is running. It still is counted for what it cost. */
  async breakOff(): Promise<void> {
    this.#ending.abort();
    this.#ending = new AbortController();
    await raceWait(this.#parts.pruner.running, LAST_WORDS_MS);
  }

  /** Whether texts take their time. */
  usesModel = (ctx: ExtensionContext): boolean =>
    !endsWithAnswer(ctx) && this.#parts.settings.current.summarizerModel !== "builtin/digest";

  /** For a flush that a request waits for: only what is there. */
  #atHand(): Pick<FlushOrder, "summarize" | "fuse"> {
    const { texts, fusions } = this.#opened;
    return { summarize: texts.takeOrDigest, fuse: fusions.take };
  }

  get #opened(): Writer {
    if (!this.#writer) throw new Error("a flush without an open session");
    return this.#writer;
  }

  #order(trigger: Trigger, ctx: ExtensionContext, keep: number): FlushOrder {
    return this.#opened.order({ trigger, keep }, ctx, this.usesModel(ctx));
  }

  /**
   * The order with what is at hand; undefined while that is too little. The rest is begun, and waited for only where the
   * moment will not come back: elsewhere the rent stays due, and what a running turn adds meanwhile is left for later.
   */
  async #withTexts(
    { decision, until }: { readonly decision: DueFlush; readonly until: number },
    ctx: ExtensionContext,
  ): Promise<FlushOrder | undefined> {
    const order = this.#order(decision.reason, ctx, decision.keep);
    if (!this.usesModel(ctx) || Date.now() >= until) return order;
    const { isMade } = this.#opened.texts;
    const batches = await this.#parts.pruner.pending(order);
    const calls = batches.flatMap((batch) => batch.calls);
    const made = batches.flatMap((batch) => batch.calls.filter((call) => isMade(call, batch)));
    if (made.length === calls.length) return order;
    if (!mayWait(decision) && isEnough(made, calls)) return { ...order, only: isMade };
    const preparing = this.#prepare(order, ctx);
    if (!mayWait(decision)) {
      preparing.catch(() => {});
      return undefined;
    }
    await this.#opened.inTime(this.#parts.pruner.running, until, ctx.signal);
    return ctx.signal?.aborted === true ? undefined : order;
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
    const running = abortOnEscape(ctx, (signal) => work(AbortSignal.any([signal, this.#ending.signal])));
    onChange(ctx);
    return running.finally(() => onChange(ctx));
  }
}
