import { readBatches } from "./capture/read-batches.ts";
import { commitEntries } from "./flush/commit.ts";
import { type FlushReport, reportOf, type Trigger } from "./flush/report.ts";
import { runStages } from "./flush/stage.ts";
import { stages } from "./flush/stages.ts";
import type { PruneEntry } from "./model/entries.ts";
import type { Messages } from "./model/message.ts";
import { contextChars } from "./model/size.ts";
import type { HostSession, Now, Summarize } from "./ports.ts";
import { pruneMessages } from "./render/prune-messages.ts";
import type { Diagnostic } from "./render/transform.ts";
import type { Settings } from "./settings/schema.ts";
import { Journal } from "./state/journal.ts";
import { type FileNames, namesInFile, noteNames } from "./state/names.ts";
import type { PruneState } from "./state/state.ts";

/** Everything that lives and dies with one branch. Reload and tree navigation replace it whole. */
interface Session {
  readonly host: HostSession;
  readonly journal: Journal;
  readonly names: FileNames;
  /** Ends with the session, and with it every flush that was begun in it. */
  readonly closing: AbortController;
  unwritten: Diagnostic[];
  sizes: Sizes | undefined;
}

/** Rendered characters of the latest request, before and after. */
export interface Sizes {
  readonly before: number;
  readonly after: number;
}

export interface FlushOrder {
  readonly trigger: Trigger;
  /** How many of the latest read results stay as they are. */
  readonly keep: number;
  readonly settings: Settings;
  readonly isProtected: (toolName: string, args: Readonly<Record<string, unknown>>) => boolean;
  readonly summarize: Summarize;
  readonly now: Now;
  readonly signal?: AbortSignal;
}

/** Holds the open session: renders it, flushes it one flush at a time, and lets go of it whole. */
export class Pruner {
  #session: Session | undefined;
  #running: Promise<FlushReport | undefined> | undefined;

  /** Builds fresh state from the session's entries and replaces what there was. */
  open(host: HostSession): void {
    this.close();
    this.#session = {
      host,
      journal: new Journal(host.branchEntries(), host.append),
      names: namesInFile(host.fileEntries()),
      closing: new AbortController(),
      unwritten: [],
      sizes: undefined,
    };
  }

  /** Ends the session: a flush still running in it will write nothing. */
  close(): void {
    this.#session?.closing.abort();
    this.#session = undefined;
  }

  get state(): Readonly<PruneState> | undefined {
    return this.#session?.journal.state;
  }

  get sizes(): Sizes | undefined {
    return this.#session?.sizes;
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
    const pruned = pruneMessages(messages, { state: session.journal.state, report: (it) => found.push(it) });
    session.unwritten = found;
    session.sizes =
      pruned === messages ? undefined : { before: contextChars(messages), after: contextChars(pruned) };
    return pruned;
  }

  /** Writes what the latest render noted, once per cause in the session file. */
  writeDiagnostics(): void {
    const session = this.#session;
    for (const { kind, key, detail } of session?.unwritten.splice(0) ?? []) {
      if (session?.names.diagnosed.has(`${kind}\0${key}`)) continue;
      this.#write(session, { type: "context-prune-diagnostic", data: { kind, key, detail } });
    }
  }

  /** Records whether pruning is on, where the session does not say so already. */
  setEnabled(value: boolean): void {
    const session = this.#session;
    if (!session || session.journal.state.enabled === value) return;
    this.#write(session, { type: "context-prune-effect", data: { kind: "enabled", value } });
  }

  /**
   * Runs one flush. Undefined when one is running already, when there is no session, or when the session or the
   * signal ended first: then nothing was written. Throws when the host refuses an entry: what it refused stays raw.
   */
  flush(order: FlushOrder): Promise<FlushReport | undefined> {
    const session = this.#session;
    if (!session || this.#running !== undefined) return Promise.resolve(undefined);
    const running = this.#run(session, order).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #run(session: Session, order: FlushOrder): Promise<FlushReport | undefined> {
    const { settings, trigger } = order;
    const { state } = session.journal;
    const branch = session.host.branch();
    const signal = order.signal
      ? AbortSignal.any([order.signal, session.closing.signal])
      : session.closing.signal;
    const context = { ...order, state, branch, firstRef: session.names.nextRef, signal };
    const jobs = await runStages(stages, readBatches(branch, order.keep), context);
    if (signal.aborted) return undefined;
    const report = reportOf(jobs, trigger);
    const entries = commitEntries({ jobs, report, settings, state, now: order.now() });
    for (const entry of entries) this.#write(session, entry);
    return report;
  }

  #write(session: Session | undefined, entry: PruneEntry): void {
    if (!session) return;
    session.journal.commit(entry);
    noteNames(session.names, entry);
  }
}
