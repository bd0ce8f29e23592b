import { readBatches } from "./capture/read-batches.ts";
import type { Calibration } from "./economics/calibration.ts";
import { changesContext, commitEntries, statsEntry } from "./flush/commit.ts";
import { compressChains } from "./flush/compress-chains.ts";
import { branchMetrics } from "./flush/context-metrics.ts";
import type { SpillOrder } from "./flush/due-spills.ts";
import { expireRecoveries } from "./flush/expire-recoveries.ts";
import { lateArgumentEntries } from "./flush/late-arguments.ts";
import type { FlushOrder } from "./flush/order.ts";
import { type ProtectionRule, protectionEffect, recordedArguments } from "./flush/protection-effect.ts";
import { type FlushReport, reportOf } from "./flush/report.ts";
import { spill } from "./flush/spill.ts";
import { type FlushContext, type Job, runStages, type Stage } from "./flush/stage.ts";
import { beforeSummaries, settlement } from "./flush/stages.ts";
import { summarize } from "./flush/summarize.ts";
import type { CapturedBatch } from "./model/batch.ts";
import type { PruneEntry } from "./model/entries.ts";
import type { AgentMessage, Messages } from "./model/message.ts";
import type { HostSession } from "./ports.ts";
import { compactionView } from "./render/compaction-view.ts";
import { pruneMessages } from "./render/prune-messages.ts";
import type { Diagnostic } from "./render/transform.ts";
import { Session } from "./session.ts";
import type { PruneState } from "./state/state.ts";

/** Holds the open session: renders it, flushes it one flush at a time, and lets go of it whole. */
export class Pruner {
  #session: Session | undefined;
  #running: Promise<FlushReport | undefined> | undefined;

  /** Builds fresh state from the session's entries and replaces what there was. */
  open(host: HostSession): void {
    this.close();
    this.#session = new Session(host);
  }

  /** Ends the session: a flush still running in it will write nothing. */
  close(): void {
    this.#session?.closing.abort();
    this.#session = undefined;
  }

  get state(): Readonly<PruneState> | undefined {
    return this.#session?.journal.state;
  }

  /** The flush that is under way; undefined when there is none. */
  get running(): Promise<FlushReport | undefined> | undefined {
    return this.#running;
  }

  /** What the model is to see; `messages` itself when nothing is pruned. */
  render(messages: Messages): Messages {
    const session = this.#session;
    if (!session) return messages;
    const found: Diagnostic[] = [];
    const pruned = session.memo.render(messages, {
      state: session.journal.state,
      report: (it) => found.push(it),
    });
    session.unwritten = found;
    return pruned;
  }

  /** Keeps what was learned of how a model counts. */
  calibrate = (learned: Calibration): void => this.#session?.calibrate(learned);

  /** How many messages two renders of this session certainly have in common at their beginnings. */
  sharedFront = (one: Messages, other: Messages): number => this.#session?.memo.sharedFront(one, other) ?? 0;

  /** What the branch holds for the model, and what of it would be sent now; notes nothing. */
  preview(): { readonly messages: Messages; readonly rendered: Messages } {
    const { host, journal } = this.#session ?? {};
    const messages = host?.branch().flatMap((each) => (each.inContext ? [each.message] : [])) ?? [];
    if (!journal) return { messages, rendered: messages };
    return { messages, rendered: pruneMessages(messages, { state: journal.state, report: () => {} }) };
  }

  /** The host compacted the session. */
  compacted = (): void => this.#session?.journal.compacted();

  /** The branch as a compaction is to see it, within `budget` characters of tool results. */
  compactionView(budget: number): (message: AgentMessage) => AgentMessage {
    const session = this.#session;
    if (!session) return (message) => message;
    return compactionView({ branch: session.host.branch(), state: session.journal.state, budget });
  }

  /** Writes what the latest render noted, once per cause in the session file. */
  writeDiagnostics(): void {
    const session = this.#session;
    if (!session) return;
    for (const { kind, key, detail } of session.unwritten.splice(0)) {
      if (session.names.diagnosed.has(`${kind}\0${key}`)) continue;
      session.write({ type: "context-prune-diagnostic", data: { kind, key, detail } });
    }
  }

  /** Records whether pruning is on, or originals can be got back, where the session does not say so already. */
  setSwitch(kind: "enabled" | "recoverable", value: boolean): void {
    const session = this.#session;
    if (!session || session.journal.state[kind] === value) return;
    session.write({ type: "context-prune-effect", data: { kind, value } });
  }

  /** Records that a person wants calls shown in full although they were pruned, or as stubs again. */
  mark(kind: "restored" | "pruned", refs: readonly string[]): void {
    this.#session?.write({ type: "context-prune-effect", data: { kind, refs: [...refs] } });
  }

  /** Records what a rule of protection changes about earlier records: a look at all of them where the rule is new. */
  setProtection(rule: ProtectionRule): void {
    const session = this.#session;
    if (!session?.journal.state.enabled || session.rule === rule.fingerprint) return;
    const { state } = session.journal;
    const effect = protectionEffect({ state, rule, argumentsOf: recordedArguments(session.host.branch) });
    if (effect) session.write(effect);
    session.rule = rule.fingerprint;
  }

  /**
   * Puts large unread results into files and records what is shown of them, before a request carries them whole.
   * Returns why it could not be done for some. Nothing is spilled where the session itself is not kept.
   */
  spill(order: SpillOrder): readonly string[] {
    const session = this.#session;
    if (!session?.host.blobs || !session.journal.state.enabled) return [];
    const { entries, failures } = spill(
      {
        ...order,
        branch: session.host.branch(),
        state: session.journal.state,
        firstRef: session.names.nextRef,
      },
      session.host.blobs,
    );
    for (const entry of entries) session.write(entry);
    return failures;
  }

  /** The batches a flush would take now, as its summarizer would get them. */
  async pending(order: FlushOrder): Promise<readonly CapturedBatch[]> {
    const session = this.#session;
    if (!session) return [];
    const jobs = await this.#stage(session, order, beforeSummaries);
    return jobs.flatMap((job) => (job.status === "pending" ? [job.batch] : []));
  }

  /**
   * Has the summaries made that a flush would need now, and commits nothing but their price. Resolves at once when
   * something else is running.
   */
  async prepare(order: FlushOrder): Promise<void> {
    await this.#alone(async (session) => {
      const jobs = await this.#stage(session, order, [...beforeSummaries, summarize]);
      if (session.closing.signal.aborted) return undefined;
      const { usage } = reportOf(jobs, order.trigger);
      for (const entry of statsEntry(usage, session.journal.state)) session.write(entry);
      return undefined;
    });
  }

  /**
   * Runs one flush. Undefined when one is running already, when there is no session, or when the session or the
   * signal ended first: then nothing was written. Throws when the host refuses an entry: what it refused stays raw.
   */
  flush(order: FlushOrder): Promise<FlushReport | undefined> {
    return this.#alone(async (session) => {
      const { rule } = session;
      const decided = await this.#stage(session, order, [...beforeSummaries, summarize]);
      if (session.closing.signal.aborted || order.signal?.aborted) return undefined;
      const context = this.#flushContext(session, order);
      const jobs = settlement.reduce((current, settle) => settle(current, context), decided);
      const report = reportOf(jobs, order.trigger);
      const expired = expireRecoveries(context);
      const metrics = branchMetrics(context);
      const entries = commitEntries({ ...context, jobs, report, expired, metrics, now: order.now() });
      for (const entry of entries) session.write(entry);
      const blocks = await this.#compress(session, order, false);
      const late = this.#lateArguments(session, order);
      for (const entry of late) session.write(entry);
      // What was recorded under a rule that has changed meanwhile is compared with the new one.
      if (session.rule !== rule) session.rule = undefined;
      return { ...report, blocks, changed: blocks.length > 0 || [...entries, ...late].some(changesContext) };
    });
  }

  /** Arguments that became due since their calls were recorded, but for those that a chain has dropped by now. */
  #lateArguments(session: Session, order: FlushOrder): readonly PruneEntry[] {
    if (session.closing.signal.aborted || order.signal?.aborted) return [];
    return lateArgumentEntries({ ...this.#flushContext(session, order), keep: order.keep });
  }

  /** Compresses every closed chain, those inside the rolling window as well. Undefined while a flush is running. */
  compact(order: FlushOrder): Promise<FlushReport | undefined> {
    return this.#alone(async (session) => {
      const blocks = await this.#compress(session, order, true);
      return { ...reportOf([], order.trigger), blocks, changed: blocks.length > 0 };
    });
  }

  #compress(session: Session, order: FlushOrder, all: boolean): Promise<readonly string[]> {
    const { names, host, journal, closing } = session;
    return compressChains(
      {
        ...order,
        branch: host.branch(),
        state: journal.state,
        all,
        firstRef: names.nextRef,
        firstBlock: names.nextBlock,
        now: order.now(),
      },
      {
        write: (entry) => session.write(entry),
        isOver: () => closing.signal.aborted || order.signal?.aborted === true,
      },
    );
  }

  #alone(work: (session: Session) => Promise<FlushReport | undefined>): Promise<FlushReport | undefined> {
    const session = this.#session;
    if (!session || this.#running !== undefined) return Promise.resolve(undefined);
    const running = work(session).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  #stage(session: Session, order: FlushOrder, list: readonly Stage[]): Promise<readonly Job[]> {
    const context = this.#flushContext(session, order);
    return runStages(list, readBatches(context.branch, order.keep), context);
  }

  /** The session as it is at this moment. */
  #flushContext(session: Session, order: FlushOrder): FlushContext {
    const ends = session.closing.signal;
    return {
      ...order,
      state: session.journal.state,
      branch: session.host.branch(),
      firstRef: session.names.nextRef,
      signal: order.signal ? AbortSignal.any([order.signal, ends]) : ends,
    };
  }
}
