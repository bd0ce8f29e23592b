import { type ExtensionAPI, type ExtensionContext, getAgentDir } from "@mariozechner/pi-coding-agent";
import { Scales } from "./economics/scales.ts";
import { type ContextMetrics, computeContextMetrics } from "./flush/context-metrics.ts";
import type { FlushReport } from "./flush/report.ts";
import { registerEntryRenderer } from "./host/entry-renderer.ts";
import { ExternalCost } from "./host/external-cost.ts";
import { isFirstRun } from "./host/first-run.ts";
import type { Guard } from "./host/guard.ts";
import { isTerminal } from "./host/mode.ts";
import { notify } from "./host/notify.ts";
import type { SettingsStore } from "./host/settings-store.ts";
import { recordUsage } from "./host/usage-entry.ts";
import type { Messages } from "./model/message.ts";
import type { Pruner } from "./pruner.ts";
import type { Settings } from "./settings/schema.ts";
import type { LatestRequest, RequestFacts } from "./ui/command-context.ts";
import { FLUSH_ENTRIES, flushEntryRenderer } from "./ui/flush-entry.ts";
import { FIRST_RUN_NOTICE, flushNotices, type PassingNotice, queueNotice } from "./ui/flush-notices.ts";
import { STATUS_KEY, type StatusFacts, statusText } from "./ui/status-line.ts";

export interface ObserverParts {
  readonly pi: ExtensionAPI;
  readonly pruner: Pruner;
  readonly settings: SettingsStore;
  readonly guard: Guard;
  /** A reload found work that no flush has taken. */
  readonly isRearmed: () => boolean;
  /** Tokens, as the model counts them, for what `Scales` gave. */
  readonly tokens: (weight: number) => number;
}

/** What a person gets to see of the pruner without asking: the footer, notices, flushes in the transcript, its cost. */
export class Observer {
  readonly #parts: ObserverParts;
  readonly #cost: ExternalCost;
  readonly #drawsEntries: boolean;
  #said = new Set<string>();
  #pendingTurns = 0;
  #metrics: ContextMetrics | undefined;
  readonly #scales = { raw: new Scales(), sent: new Scales() };
  #sizes: StatusFacts["sizes"];
  /** What the host had for the model at its latest request, and what was sent. */
  #latest: LatestRequest | undefined;
  /** Turns that ended since. */
  #turns: Messages[] = [];
  #telling: NodeJS.Immediate | undefined;
  #isClosed = true;

  constructor(parts: ObserverParts) {
    this.#parts = parts;
    const { pi, settings } = parts;
    this.#cost = new ExternalCost((channel, data) => pi.events.emit(channel, data));
    const renderer = flushEntryRenderer(() => settings.current.showFlushNotice);
    this.#drawsEntries = FLUSH_ENTRIES.every((type) => registerEntryRenderer(pi, type, renderer));
  }

  /** A session was opened; its branch follows. */
  open(ctx: ExtensionContext): void {
    this.#isClosed = false;
    this.#said = new Set();
    this.#cost.open(undefined);
    if (isTerminal(ctx) && isFirstRun(getAgentDir())) notify(ctx, FIRST_RUN_NOTICE, "info");
  }

  /** A branch became the active one. */
  openBranch(ctx: ExtensionContext): void {
    this.#pendingTurns = 0;
    this.#metrics = undefined;
    this.#latest = undefined;
    this.#turns = [];
    this.#sizes = undefined;
    this.#cost.rebase(this.#parts.pruner.state?.stats);
    this.show(ctx);
  }

  close(): void {
    this.#isClosed = true;
    clearImmediate(this.#telling);
    this.#telling = undefined;
  }

  /** A request is on its way. */
  requested(latest: LatestRequest, ctx: ExtensionContext): void {
    this.#latest = latest;
    this.#turns = [];
    this.#tellSoon(ctx);
  }

  // Neither a request nor the end of a turn waits for what is told of it, and one telling does for both.
  #tellSoon(ctx: ExtensionContext): void {
    this.#telling ??= setImmediate(() => {
      this.#telling = undefined;
      this.#parts.guard.run(ctx, "measuring the context", () => this.#tell(ctx));
    });
  }

  #tell(ctx: ExtensionContext): void {
    if (this.#isClosed) return;
    const latest = this.#withTurns();
    if (latest) this.#note(latest, ctx);
    this.show(ctx);
  }

  /** A turn was added to the session. */
  turnEnded(turn: Messages, ctx: ExtensionContext): void {
    if (turn.length > 1) this.#queued(ctx);
    this.#turns.push(turn);
    this.#tellSoon(ctx);
  }

  /** A flush that nobody asked for says what it did; one by hand was answered. */
  flushed(report: FlushReport, ctx: ExtensionContext): void {
    const { current: settings } = this.#parts.settings;
    if (report.trigger !== "manual") {
      const isShownInTranscript = this.#drawsEntries && isTerminal(ctx);
      const flush = { report, settings, pending: this.#pendingTurns, isShownInTranscript };
      for (const notice of flushNotices(flush)) this.#say(notice, ctx);
    }
    if (report.changed) this.#pendingTurns = 0;
    this.refresh(ctx);
  }

  /** Something began, went on or ended that the footer or the cost tells. */
  changed(ctx: ExtensionContext): void {
    if (this.#isClosed) return;
    const spent = this.#cost.observe(this.#parts.pruner.state?.stats);
    const { guard, settings } = this.#parts;
    if (spent)
      guard.run(ctx, "counting what summaries cost", () =>
        recordUsage(ctx, summarizerName(settings.current, ctx), spent),
      );
    this.show(ctx);
  }

  /** Before the first request the context is read from the branch. */
  facts(ctx: ExtensionContext): StatusFacts {
    if (!this.#metrics) this.#measure(this.#parts.pruner.preview().messages, ctx);
    return this.#facts();
  }

  #facts(): StatusFacts {
    const { pruner, settings, isRearmed } = this.#parts;
    const { enabled, pruneOn } = settings.current;
    return {
      enabled,
      pruneOn,
      sizes: this.#sizes,
      pending: this.#pendingTurns,
      isFlushing: pruner.running !== undefined,
      isRecovered: isRearmed(),
      diagnosed: pruner.state?.diagnosed.values() ?? [],
      metrics: this.#metrics,
    };
  }

  /** The latest request; before the first one, what it would be. */
  request(ctx: ExtensionContext): RequestFacts {
    return {
      ...(this.#withTurns() ?? this.#parts.pruner.preview()),
      contextWindow: ctx.model?.contextWindow,
      reportedTokens: ctx.getContextUsage()?.tokens ?? undefined,
      tokens: this.#parts.tokens,
    };
  }

  show(ctx: ExtensionContext): void {
    if (this.#isClosed || !ctx.hasUI) return;
    const { showPruneStatusLine } = this.#parts.settings.current;
    ctx.ui.setStatus(STATUS_KEY, showPruneStatusLine ? statusText(this.#facts()) : undefined);
  }

  /** The latest request as it would be sent now: the footer and the screens tell of that. */
  refresh(ctx: ExtensionContext): void {
    const latest = this.#withTurns();
    if (latest) {
      const { messages } = latest;
      this.#note({ messages, rendered: this.#parts.pruner.render(messages) }, ctx);
    }
    this.show(ctx);
  }

  #note(latest: LatestRequest, ctx: ExtensionContext): void {
    const { messages, rendered } = latest;
    const { tokens } = this.#parts;
    const { raw, sent } = this.#scales;
    this.#latest = latest;
    this.#sizes =
      rendered === messages
        ? undefined
        : { before: tokens(raw.total(messages)), after: tokens(sent.total(rendered)) };
    this.#measure(messages, ctx);
  }

  #withTurns(): LatestRequest | undefined {
    for (const turn of this.#turns.splice(0)) if (this.#latest) this.#latest = withTurn(this.#latest, turn);
    return this.#latest;
  }

  #queued(ctx: ExtensionContext): void {
    this.#pendingTurns++;
    const { enabled, pruneOn, showPruneStatusLine } = this.#parts.settings.current;
    const notice = enabled && showPruneStatusLine ? queueNotice(pruneOn, this.#pendingTurns) : undefined;
    if (notice) this.#say(notice, ctx);
  }

  #measure(messages: Messages, ctx: ExtensionContext): void {
    const { state } = this.#parts.pruner;
    const settings = this.#parts.settings.current;
    if (!state) return;
    const isProtected = this.#parts.settings.protection(ctx);
    this.#metrics = computeContextMetrics({ messages, state, settings, isProtected });
  }

  #say({ text, cause }: PassingNotice, ctx: ExtensionContext): void {
    if (this.#isClosed || (cause !== undefined && this.#said.has(cause))) return;
    if (cause !== undefined) this.#said.add(cause);
    notify(ctx, text, "info");
  }
}

/** The model that is asked for summaries; during an outage of it another one may have been. */
function summarizerName({ summarizerModel }: Settings, { model }: ExtensionContext): string {
  return summarizerModel.includes("/") || !model ? summarizerModel : `${model.provider}/${model.id}`;
}

/** The context with a finished turn. On host A a request may have carried it before its end was told. */
function withTurn(latest: LatestRequest, turn: Messages): LatestRequest {
  const [reply] = turn;
  const isThere = latest.messages.some(
    (message) => message?.role === reply?.role && message?.timestamp === reply?.timestamp,
  );
  if (isThere) return latest;
  return { messages: [...latest.messages, ...turn], rendered: [...latest.rendered, ...turn] };
}
