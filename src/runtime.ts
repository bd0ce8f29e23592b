import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { digestBatch } from "./flush/digest-batch.ts";
import type { FlushReport, Trigger } from "./flush/report.ts";
import { FlushTrigger } from "./flush/trigger.ts";
import { abortOnEscape } from "./host/escape.ts";
import type { Guard } from "./host/guard.ts";
import { notify } from "./host/notify.ts";
import { requestFacts } from "./host/request-facts.ts";
import { hostSession } from "./host/session.ts";
import { SettingsStore } from "./host/settings-store.ts";
import { type AgentMessage, isAnswer, isFinalReply, type Messages } from "./model/message.ts";
import { Pruner } from "./pruner.ts";
import { createProtection, type Protection } from "./settings/protection.ts";
import { STATUS_KEY, type StatusFacts, statusText } from "./ui/status-line.ts";

// Longest wait for a running flush when the session ends, in ms.
const DRAIN_MS = 8000;

/**
 * One load of the extension: the pruner of the open session, its settings, and what Pi's events do with them. All
 * state is in here: host B keeps modules alive across sessions, host A does not.
 */
export class Runtime {
  readonly settings = new SettingsStore();
  readonly pruner = new Pruner();
  readonly #pi: ExtensionAPI;
  readonly #guard: Guard;
  #trigger = new FlushTrigger(false);
  #pendingTurns = 0;
  #isNewPrompt = true;
  #closed = true;

  constructor(pi: ExtensionAPI, guard: Guard) {
    this.#pi = pi;
    this.#guard = guard;
  }

  /** A session or another branch of it was opened: everything is built anew from its entries. */
  open(ctx: ExtensionContext): void {
    this.#closed = false;
    for (const problem of this.settings.load(ctx)) notify(ctx, problem, "warning");
    this.pruner.open(hostSession(this.#pi, ctx, () => this.#closed));
    this.#trigger = new FlushTrigger(false);
    this.#pendingTurns = 0;
    this.#isNewPrompt = true;
    this.showStatus(ctx);
  }

  /** The person sent a prompt. */
  promptStarted(): void {
    this.#isNewPrompt = true;
  }

  /** The messages of the next request; undefined when they stay as they are. */
  async context(
    messages: Messages,
    ctx: ExtensionContext,
  ): Promise<{ messages: AgentMessage[] } | undefined> {
    this.#guard.run(ctx, "recording a switch", () => this.pruner.setEnabled(this.settings.current.enabled));
    let pruned = this.pruner.render(messages);
    const flushed = await this.#guard.run(ctx, "a flush", () => this.#flushBefore(messages, pruned, ctx));
    if (flushed) pruned = this.pruner.render(messages);
    this.showStatus(ctx);
    return pruned === messages ? undefined : { messages: [...pruned] };
  }

  /** Flushes before a request when that pays; true when it changed something. */
  async #flushBefore(messages: Messages, rendered: Messages, ctx: ExtensionContext): Promise<boolean> {
    const { state } = this.pruner;
    const settings = this.settings.current;
    if (!state?.enabled || !ctx.model || this.pruner.running !== undefined) return false;
    const point = this.#isNewPrompt ? "prompt" : "mid-run";
    this.#isNewPrompt = false;
    const verdict = this.#trigger.decide({
      ...requestFacts(this.#pi, ctx),
      point,
      at: Date.now(),
      messages,
      rendered,
      model: ctx.model,
      state,
      settings,
      isProtected: this.#protection(ctx),
    });
    if (verdict.kind === "wait") return false;
    const report = await this.flush(verdict.reason, ctx, verdict.keep);
    return report !== undefined && report.calls > 0;
  }

  /** A turn is complete and in the session. Never waits: what is started here goes on in the background. */
  turnEnd(message: AgentMessage, toolResults: number, ctx: ExtensionContext): void {
    this.#guard.run(ctx, "recording a diagnostic", () => this.pruner.writeDiagnostics());
    if (isAnswer(message)) {
      const { input = 0, cacheRead = 0, cacheWrite = 0 } = message.usage ?? {};
      this.#trigger.answered(input + cacheRead + cacheWrite);
    }
    if (toolResults > 0) this.#pendingTurns++;
    const { enabled, pruneOn } = this.settings.current;
    if (enabled && pruneOn === "agent-message" && isFinalReply(message)) {
      this.flush("message-end", ctx, 0).catch((error: unknown) => {
        if (!this.#closed) this.#guard.report(ctx, "a flush", error);
      });
    }
    this.showStatus(ctx);
  }

  /** Undefined when another flush is running, or when it was cancelled. Throws when the session refuses an entry. */
  async flush(trigger: Trigger, ctx: ExtensionContext, keep = 0): Promise<FlushReport | undefined> {
    const settings = this.settings.current;
    const running = abortOnEscape(ctx, (signal) =>
      this.pruner.flush({
        trigger,
        keep,
        settings,
        isProtected: this.#protection(ctx),
        summarize: (batch) => ({ ok: true, ...digestBatch(batch, settings.digest) }),
        now: Date.now,
        signal,
      }),
    );
    this.showStatus(ctx);
    const report = await running;
    this.#trigger.attempted(report && report.calls > 0 ? "served" : "refused");
    if (report) this.#pendingTurns = 0;
    if (!this.#closed) this.showStatus(ctx);
    return report;
  }

  compacted(): void {
    this.#trigger.compacted();
  }

  /** The session ends: a running flush may still finish, within bounds. */
  async shutdown(): Promise<void> {
    await bounded(this.pruner.running, DRAIN_MS);
    this.#closed = true;
    this.pruner.close();
  }

  facts(): StatusFacts {
    return {
      enabled: this.settings.current.enabled,
      sizes: this.pruner.sizes,
      pending: this.#pendingTurns,
      isFlushing: this.pruner.running !== undefined,
    };
  }

  showStatus(ctx: ExtensionContext): void {
    if (!ctx.hasUI) return;
    const { showPruneStatusLine } = this.settings.current;
    ctx.ui.setStatus(STATUS_KEY, showPruneStatusLine ? statusText(this.facts()) : undefined);
  }

  #protection = (ctx: ExtensionContext): Protection => createProtection(this.settings.current, ctx.cwd);
}

async function bounded(work: Promise<unknown> | undefined, limit: number): Promise<void> {
  if (work === undefined) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit);
  });
  // A pending timer would keep `pi -p` alive.
  await Promise.race([work.catch(() => {}), limited]).finally(() => clearTimeout(timer));
}
