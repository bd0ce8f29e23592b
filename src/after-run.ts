/** What a run leaves behind when it is over. */
export interface Leftover {
  /** Takes note of the last turn and shows it. Called once. */
  readonly tell: () => void;
  /** Prunes what is due. Called after `tell`. Undefined when nothing is. */
  readonly prune: () => Promise<void> | undefined;
}

/** How long pruning lets the host finish what it has to do at the end of a run, in ms. */
const SETTLE_MS = 50;

/**
 * Work that a run leaves behind: it begins when the host has told the person that the run is over, so that nobody
 * waits even for the part of it that needs no model. What is to be seen is done at once, what costs time when the host
 * is quiet. What comes first takes it along: the next request, a compaction, the end of the session. A branch that is
 * left takes it with it.
 */
export class AfterRun {
  #tell: (() => void) | undefined;
  #prune: Leftover["prune"] | undefined;
  #soon: NodeJS.Immediate | undefined;
  #later: NodeJS.Timeout | undefined;

  leave({ tell, prune }: Leftover): void {
    this.forget();
    this.#tell = tell;
    this.#prune = prune;
  }

  /** The host is telling that the run is over; the work begins right after that. */
  runEnded(): void {
    if (!this.#tell || this.#soon) return;
    this.#soon = setImmediate(() => {
      this.#takeTell();
      this.#later = setTimeout(() => void this.begin(), SETTLE_MS);
      this.#later.unref();
    });
  }

  /** Begins what was left, now. Undefined when there is nothing to wait for. */
  begin(): Promise<void> | undefined {
    this.#takeTell();
    const prune = this.#prune;
    this.forget();
    return prune?.();
  }

  forget(): void {
    clearImmediate(this.#soon);
    clearTimeout(this.#later);
    this.#soon = undefined;
    this.#later = undefined;
    this.#tell = undefined;
    this.#prune = undefined;
  }

  #takeTell(): void {
    const tell = this.#tell;
    this.#tell = undefined;
    tell?.();
  }
}
