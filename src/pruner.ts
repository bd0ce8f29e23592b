import { readBatches } from "./capture/read-batches.ts";
import { type Compression, fuseAhead } from "./chain/compress.ts";
import type { Calibration } from "./economics/calibration.ts";
import { changesContext } from "./flush/commit.ts";
import { compressChains } from "./flush/compress-chains.ts";
import { conclude } from "./flush/conclude.ts";
import type { SpillOrder } from "./flush/due-spills.ts";
import { lateArgumentEntries } from "./flush/late-arguments.ts";
import type { FlushOrder } from "./flush/order.ts";
import { type FlushReport, reportOf } from "./flush/report.ts";
import { spill } from "./flush/spill.ts";
import { type FlushContext, type Job, runStages, type Stage } from "./flush/stage.ts";
import { beforeSummaries } from "./flush/stages.ts";
import { summarize } from "./flush/summarize.ts";
import type { CapturedBatch } from "./model/batch.ts";
import type { PruneEntry } from "./model/entries.ts";
import type { AgentMessage, Messages } from "./model/message.ts";
import type { HostSession } from "./ports.ts";
import { compactionView } from "./render/compaction-view.ts";
import type { Diagnostic } from "./render/transform.ts";
import { type Ends, Session, type SessionView } from "./session.ts";
import type { ProtectionRule } from "./settings/protection.ts";
import type { Kept } from "./state/names.ts";
import type { PruneState } from "./state/state.ts";

type Work = (session: Session, ends: Ends) => Promise<FlushReport | undefined>;

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

  /** What was paid for before. */
  kept = (): Kept | undefined => this.#session?.kept;

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
  preview = (): SessionView => this.#session?.preview() ?? { messages: [], rendered: [] };

  /** The host compacted the session. */
  compacted = (): void => this.#session?.journal.compacted();

  /** The branch as a summary of it is to see it. */
  compactionView(): (message: AgentMessage) => AgentMessage {
    const session = this.#session;
    if (!session) return (message) => message;
    return compactionView(session.host.branch(), session.journal.state);
  }

  writeDiagnostics = (): void => this.#session?.writeDiagnostics();

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

  setProtection = (rule: ProtectionRule): void => this.#session?.protect(rule);

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
    session.writeAll(entries);
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
    await this.#alone(order, async (session, ends) => {
      const jobs = await this.#decide(session, order, ends);
      if (ends.isOver()) return undefined;
      session.spent(reportOf(jobs, order.trigger).usage);
      const fused = await fuseAhead(this.#compression(session, order, false, ends));
      if (!ends.isOver()) session.spent(fused);
      return undefined;
    });
  }

  /**
   * Runs one flush. Undefined when one is running already, when there is no session, or when the session or the
   * signal ended first: then nothing was written but, for a signal, what it cost. Throws when the host refuses an
   * entry: what it refused stays raw.
   */
  flush(order: FlushOrder): Promise<FlushReport | undefined> {
    return this.#alone(order, async (session, ends) => {
      const { rule } = session;
      const { isOver, mayWrite } = ends;
      const decided = await this.#decide(session, order, ends);
      if (!isOver() && !mayWrite()) session.spent(reportOf(decided, order.trigger).usage);
      if (!mayWrite()) return undefined;
      const { report, entries } = conclude(decided, this.#flushContext(session, order));
      session.writeAll(entries);
      const blocks = await this.#compress(session, order, false, ends);
      // Arguments that became due since their calls were recorded, but for those that a chain has dropped by now.
      const late = mayWrite()
        ? lateArgumentEntries({ ...this.#flushContext(session, order), keep: order.keep })
        : [];
      session.writeAll(late);
      // What was recorded under a rule that has changed meanwhile is compared with the new one.
      if (session.rule !== rule) session.rule = undefined;
      return { ...report, blocks, changed: blocks.length > 0 || [...entries, ...late].some(changesContext) };
    });
  }

  /**
   * Compresses every closed chain, those inside the rolling window as well. Undefined while a flush is running, and when
   * the session or the signal ended first: then the chains stay raw.
   */
  compact(order: FlushOrder): Promise<FlushReport | undefined> {
    return this.#alone(order, async (session, ends) => {
      const blocks = await this.#compress(session, order, true, ends);
      if (blocks.length === 0 && !ends.mayWrite()) return undefined;
      return { ...reportOf([], order.trigger), blocks, changed: blocks.length > 0 };
    });
  }

  #compress(session: Session, order: FlushOrder, all: boolean, ends: Ends): Promise<readonly string[]> {
    const write = (entry: PruneEntry) => session.write(entry);
    return compressChains(this.#compression(session, order, all, ends), { ...ends, write });
  }

  #compression(session: Session, order: FlushOrder, all: boolean, { keep }: Ends): Compression {
    const { names, host, journal } = session;
    return {
      ...order,
      branch: host.branch(),
      state: journal.state,
      all,
      firstRef: names.nextRef,
      firstBlock: names.nextBlock,
      now: order.now(),
      onRange: (range, usage) => keep({ calls: [], ranges: [range], usage }),
    };
  }

  #alone(order: FlushOrder, work: Work): Promise<FlushReport | undefined> {
    const session = this.#session;
    if (!session || this.#running !== undefined) return Promise.resolve(undefined);
    const stays = session.host.mark();
    const isOver = () => session.closing.signal.aborted || !stays();
    const mayWrite = () => !isOver() && order.signal?.aborted !== true;
    const keep: Ends["keep"] = (data) => {
      if (!isOver()) session.keep(data);
    };
    const begin = async () => {
      session.countLeft();
      return work(session, { isOver, mayWrite, keep });
    };
    const running = begin().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  /** All of a flush that waits. */
  #decide(session: Session, order: FlushOrder, { keep }: Ends): Promise<readonly Job[]> {
    const onPaid: FlushContext["onPaid"] = (calls, usage) => keep({ calls: [...calls], usage });
    return this.#stage(session, { ...order, onPaid }, [...beforeSummaries, summarize]);
  }

  #stage(session: Session, order: FlushOrder, list: readonly Stage[]): Promise<readonly Job[]> {
    const context = this.#flushContext(session, order);
    return runStages(list, readBatches(context.branch, order.keep), context);
  }

  /** The session as it is at this moment. */
  #flushContext(session: Session, order: FlushOrder): FlushContext & FlushOrder {
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
