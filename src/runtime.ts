import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { AfterRun } from "./after-run.ts";
import { QUERY_TOOL } from "./capture/read-batches.ts";
import { findCopiedPlaceholder, placeholdersIn } from "./flush/copied-placeholder.ts";
import { hasLargeResult } from "./flush/due-spills.ts";
import type { FlushReport } from "./flush/report.ts";
import { Flusher } from "./flusher.ts";
import { ArgumentGuard, type Objection } from "./host/argument-guard.ts";
import {
  type BeforeCompact,
  type BeforeTree,
  promptSource,
  showPruned,
  showPrunedBranch,
} from "./host/compaction.ts";
import type { Guard } from "./host/guard.ts";
import { notify } from "./host/notify.ts";
import { pruneEntries } from "./host/prune-entries.ts";
import { RecoveryTool } from "./host/recovery-tool.ts";
import { hostSession } from "./host/session.ts";
import { SettingsStore } from "./host/settings-store.ts";
import { unappliedEdits } from "./host/unapplied-edits.ts";
import { type AgentMessage, endingOf, isToolResult, type Messages } from "./model/message.ts";
import { Observer } from "./observer.ts";
import { Pruner } from "./pruner.ts";
import { compactionPrompt } from "./render/compaction-view.ts";

/**
 * One load of the extension: the pruner of the open session, its settings, and what Pi's events do with them. All
 * state is in here: host B keeps modules alive across sessions, host A does not.
 */
export class Runtime {
  readonly settings = new SettingsStore();
  readonly pruner = new Pruner();
  readonly flusher: Flusher;
  readonly observer: Observer;
  readonly #pi: ExtensionAPI;
  readonly #guard: Guard;
  readonly #arguments: ArgumentGuard;
  readonly #tool: RecoveryTool;
  readonly #afterRun = new AfterRun();
  #applyEdits: ReturnType<typeof unappliedEdits> = (messages) => messages;
  #isNewPrompt = true;
  #isClosed = true;

  constructor(pi: ExtensionAPI, guard: Guard) {
    this.#pi = pi;
    this.#guard = guard;
    this.flusher = new Flusher({
      pi,
      pruner: this.pruner,
      settings: this.settings,
      notify: (ctx) => (notice) => this.#isClosed || notify(ctx, notice.text, notice.level),
      onChange: (ctx) => this.observer.changed(ctx),
      onReport: (report, ctx) => this.#flushed(report, ctx),
    });
    this.observer = new Observer({
      pi,
      pruner: this.pruner,
      settings: this.settings,
      guard,
      isRearmed: () => this.flusher.isRearmed,
      tokens: (weight) => this.flusher.tokens(weight),
    });
    this.#tool = new RecoveryTool(pi, QUERY_TOOL);
    this.#arguments = new ArgumentGuard(pi, objection);
  }

  /** A session was opened: settings are read, and everything is built anew from its entries. */
  open(ctx: ExtensionContext): void {
    this.#isClosed = false;
    for (const problem of this.settings.load(ctx)) notify(ctx, problem, "warning");
    this.flusher.open(ctx);
    this.observer.open(ctx);
    this.openBranch(ctx);
  }

  /** Another branch became the active one: state is what its entries add up to. */
  openBranch(ctx: ExtensionContext): void {
    this.#afterRun.forget();
    this.pruner.open(hostSession(this.#pi, ctx, () => this.#isClosed));
    this.#applyEdits = unappliedEdits(ctx.sessionManager);
    this.#isNewPrompt = true;
    this.#guard.run(ctx, "restoring a tool", () => this.#tool.open(ctx));
    this.#guardArguments(ctx);
    void this.#guard.run(ctx, "looking for unfinished work", () => this.#rearm(ctx));
    this.observer.openBranch(ctx);
  }

  /** The person sent a prompt. */
  promptStarted(): void {
    this.#isNewPrompt = true;
  }

  /** The messages of the next request; undefined when they stay as they are. */
  async context(given: Messages, ctx: ExtensionContext): Promise<{ messages: AgentMessage[] } | undefined> {
    // Where nothing is to be waited for, nothing is: each wait lets the host do other things first.
    const left = this.#takeLeft(ctx);
    if (left !== undefined) await left;
    const messages = this.settings.current.enabled ? this.#applyEdits(given) : given;
    this.#guard.run(ctx, "recording a switch", () =>
      this.pruner.setSwitch("enabled", this.settings.current.enabled),
    );
    this.#guard.run(ctx, "recording what is protected", () =>
      this.pruner.setProtection(this.settings.protectionRule(ctx)),
    );
    this.#guard.run(ctx, "recording a missing tool", () => this.#recordRecoverable(ctx, messages));
    const canRecover = this.#guard.run(ctx, "looking for a tool", () => this.#canRecover(ctx, messages));
    if (canRecover && hasLargeResult(messages, this.settings.current)) this.#spill(ctx, { messages });
    let rendered = this.pruner.render(messages);
    const request = { messages, rendered, isNewPrompt: this.#isNewPrompt };
    this.#isNewPrompt = false;
    const flushing =
      canRecover && this.#guard.run(ctx, "a flush", () => this.flusher.beforeRequest(request, ctx));
    if (flushing && (await flushing)) rendered = this.pruner.render(messages);
    this.flusher.sent(rendered);
    this.observer.requested({ messages, rendered }, ctx);
    return rendered === given ? undefined : { messages: [...rendered] };
  }

  /**
   * The host is about to compact: it is shown what the model was shown. Where it would compact for want of room that
   * the pruned session has (host B counts raw text at times, and says why it compacts), it is told not to.
   */
  async beforeCompact(event: BeforeCompact, ctx: ExtensionContext): Promise<{ cancel: true } | undefined> {
    await this.#takeLeft(ctx);
    const { state } = this.pruner;
    if (state?.enabled !== true) return undefined;
    const isNeeded = this.flusher.needsCompaction(ctx, event.preparation.settings?.reserveTokens);
    // Without the tool no flush makes room.
    if (event.reason === "threshold" && !isNeeded && this.#tool.isActive) return { cancel: true };
    const prompt = compactionPrompt({ ...promptSource(ctx), state });
    showPruned(event, (messages) => prompt(this.#applyEdits(messages)));
    return undefined;
  }

  /** The person leaves a branch, and may want it summarized: that is shown what the model was shown, too. */
  beforeTree(event: BeforeTree, ctx: ExtensionContext): void {
    if (!event.preparation.userWantsSummary || this.pruner.state?.enabled !== true) return;
    showPrunedBranch(event, ctx.sessionManager, this.pruner.compactionView());
  }

  /** The host compacted: what was pruned until now is out of the context, and the cache with it. */
  compacted(): void {
    this.pruner.compacted();
    this.flusher.compacted();
  }

  /** A turn is complete and in the session. Never waits; the last one is looked at when the host tells the run's end. */
  turnEnd(message: AgentMessage, toolResults: Messages, ctx: ExtensionContext): void {
    const ending = endingOf(message);
    this.flusher.wasCutOff = ending === "cut off";
    if (ending === undefined) this.#turnEnded(message, toolResults, ctx);
    else
      this.#afterRun.leave({
        tell: () =>
          this.#guard.run(ctx, "capturing a turn", () => this.#turnEnded(message, toolResults, ctx)),
        prune: () => {
          if (!this.settings.current.enabled || !this.#canRecover(ctx, toolResults)) return undefined;
          return this.#guard.run(ctx, "a flush", () => this.flusher.atLastReply(ctx, ending));
        },
      });
  }

  /** Begins the work that the last run left. What is to be waited for: that which needs no model. */
  #takeLeft(ctx: ExtensionContext): Promise<void> | undefined {
    const left = this.#afterRun.begin();
    return left && !this.flusher.usesModel(ctx) ? left : undefined;
  }

  #turnEnded(message: AgentMessage, toolResults: Messages, ctx: ExtensionContext): void {
    this.#guard.run(ctx, "recording a diagnostic", () => this.pruner.writeDiagnostics());
    const canRecover = this.#guard.run(ctx, "looking for a tool", () => this.#canRecover(ctx, toolResults));
    if (canRecover && hasLargeResult(toolResults, this.settings.current)) this.#spill(ctx);
    this.observer.turnEnded([message, ...toolResults], ctx);
  }

  /** The host tells that the run is over: what it left begins after that. */
  runEnded = (): void => this.#afterRun.runEnded();

  /** The file is about to be read once more, in front of `shutdown`: what needs a model is broken off, and stays work. */
  async settle(ctx: ExtensionContext): Promise<void> {
    await this.#takeLeft(ctx);
    await this.flusher.breakOff();
  }

  /** The session ends: a flush that runs or is due may still finish, within bounds, unless its file was read by now. */
  async shutdown(isReread: boolean): Promise<void> {
    this.flusher.isEnding = true;
    if (isReread) this.pruner.close();
    void this.#afterRun.begin();
    await this.flusher.drain();
    this.#isClosed = true;
    this.observer.close();
    this.pruner.close();
  }

  /** While the model could not get it back nothing more is pruned, and the person is told if anything could have been. */
  #canRecover(ctx: ExtensionContext, messages: Messages): boolean {
    if (this.#tool.isActive) return true;
    if (this.settings.current.enabled && messages.some(isToolResult)) this.#tool.sayMissing(ctx);
    return false;
  }

  /**
   * What was pruned shows in full while the model has no tool to get it back, where the window has the room for that.
   * Looked at when the tool comes or goes, so that a growing session does not change what was shown.
   */
  #recordRecoverable(ctx: ExtensionContext, messages: Messages): void {
    const isActive = this.settings.current.enabled ? this.#tool.change() : undefined;
    if (isActive === undefined) return;
    const isTooLarge = !isActive && this.flusher.overflows({ messages, rendered: messages }, ctx);
    this.pruner.setSwitch("recoverable", isActive || isTooLarge);
  }

  /** What cannot be written stays in the context, and is told once. */
  #spill(ctx: ExtensionContext, request: { readonly messages?: Messages } = {}): void {
    const settings = this.settings.current;
    if (!settings.enabled) return;
    const what = "keeping a large result in a file";
    const isProtected = this.settings.protection(ctx);
    const failures = this.#guard.run(ctx, what, () =>
      this.pruner.spill({ ...request, settings, isProtected }),
    );
    for (const reason of failures ?? []) this.#guard.report(ctx, what, reason);
  }

  /** The footer says what a reload found. */
  async #rearm(ctx: ExtensionContext): Promise<void> {
    await this.flusher.rearm(ctx);
    if (!this.#isClosed) this.observer.show(ctx);
  }

  #flushed(report: FlushReport, ctx: ExtensionContext): void {
    this.observer.flushed(report, ctx);
    this.#guardArguments(ctx);
  }

  /** From the first placeholder on, calls that hold one are not run. */
  #guardArguments(ctx: ExtensionContext): void {
    if (!placeholdersOf(ctx).next().done) this.#arguments.require();
  }
}

const placeholdersOf = ({ sessionManager }: ExtensionContext) =>
  placeholdersIn(pruneEntries(sessionManager.getEntries()));

const objection: Objection = (toolName, args, ctx) =>
  toolName === QUERY_TOOL ? undefined : findCopiedPlaceholder(args, placeholdersOf(ctx))?.reason;
