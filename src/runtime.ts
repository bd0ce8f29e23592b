import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { digestBatch } from "./flush/digest-batch.ts";
import type { FlushReport, Trigger } from "./flush/report.ts";
import { abortOnEscape } from "./host/escape.ts";
import type { Guard } from "./host/guard.ts";
import { notify } from "./host/notify.ts";
import { hostSession } from "./host/session.ts";
import { SettingsStore } from "./host/settings-store.ts";
import { type AgentMessage, isFinalReply, type Messages } from "./model/message.ts";
import { Pruner } from "./pruner.ts";
import { createProtection } from "./settings/protection.ts";
import { STATUS_KEY, type StatusFacts, statusText } from "./ui/status-line.ts";

// Longest wait for a running flush when the session ends, in ms.
const DRAIN_MS = 8000;

/**
 * One load of the extension: the pruner of the open session, its settings, and what Pi's events do with them. All
 * state is in here: host B keeps modules alive across sessions, host A does not.
 */
export class Runtime {
  readonly settings = new SettingsStore();
  readonly #pi: ExtensionAPI;
  readonly #guard: Guard;
  readonly #pruner = new Pruner();
  #pendingTurns = 0;
  #closed = true;

  constructor(pi: ExtensionAPI, guard: Guard) {
    this.#pi = pi;
    this.#guard = guard;
  }

  get pruner(): Pruner {
    return this.#pruner;
  }

  /** A session or another branch of it was opened: everything is built anew from its entries. */
  open(ctx: ExtensionContext): void {
    this.#closed = false;
    for (const problem of this.settings.load(ctx)) notify(ctx, problem, "warning");
    this.#pruner.open(hostSession(this.#pi, ctx, () => this.#closed));
    this.#pendingTurns = 0;
    this.showStatus(ctx);
  }

  /** The messages of the next request; undefined when they stay as they are. */
  context(messages: Messages, ctx: ExtensionContext): { messages: AgentMessage[] } | undefined {
    this.#guard.run(ctx, "recording a switch", () => this.#pruner.setEnabled(this.settings.current.enabled));
    const pruned = this.#pruner.render(messages);
    this.showStatus(ctx);
    return pruned === messages ? undefined : { messages: [...pruned] };
  }

  /** A turn is complete and in the session. Never waits: what is started here goes on in the background. */
  turnEnd(message: AgentMessage, toolResults: number, ctx: ExtensionContext): void {
    this.#guard.run(ctx, "recording a diagnostic", () => this.#pruner.writeDiagnostics());
    if (toolResults > 0) this.#pendingTurns++;
    if (
      this.settings.current.enabled &&
      this.settings.current.pruneOn !== "on-demand" &&
      isFinalReply(message)
    ) {
      this.flush("message-end", ctx).catch(
        (error: unknown) => this.#closed || this.#guard.report(ctx, "a flush", error),
      );
    }
    this.showStatus(ctx);
  }

  /** Undefined when another flush is running, or when it was cancelled. Throws when the session refuses an entry. */
  async flush(trigger: Trigger, ctx: ExtensionContext): Promise<FlushReport | undefined> {
    const settings = this.settings.current;
    const running = abortOnEscape(ctx, (signal) =>
      this.#pruner.flush({
        trigger,
        keep: 0,
        settings,
        isProtected: createProtection(settings, ctx.cwd),
        summarize: (batch) => ({ ok: true, ...digestBatch(batch, settings.digest) }),
        now: Date.now,
        signal,
      }),
    );
    this.showStatus(ctx);
    const report = await running;
    if (report) this.#pendingTurns = 0;
    if (!this.#closed) this.showStatus(ctx);
    return report;
  }

  /** The session ends: a running flush may still finish, within bounds. */
  async shutdown(): Promise<void> {
    await bounded(this.#pruner.running, DRAIN_MS);
    this.#closed = true;
    this.#pruner.close();
  }

  facts(): StatusFacts {
    return {
      enabled: this.settings.current.enabled,
      sizes: this.#pruner.sizes,
      pending: this.#pendingTurns,
      isFlushing: this.#pruner.running !== undefined,
    };
  }

  showStatus(ctx: ExtensionContext): void {
    if (!ctx.hasUI) return;
    ctx.ui.setStatus(
      STATUS_KEY,
      this.settings.current.showPruneStatusLine ? statusText(this.facts()) : undefined,
    );
  }
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
