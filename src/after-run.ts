/**
 * Work that a run leaves behind: it begins when the host has told the person that the run is over, so that nobody
 * waits even for the part of it that needs no model. What comes first takes it along: the next request, the end of
 * the session. A branch that is left takes it with it.
 */
export class AfterRun {
  #work: (() => Promise<void>) | undefined;
  #timer: NodeJS.Immediate | undefined;

  leave(work: () => Promise<void>): void {
    this.#work = work;
  }

  /** The host is telling that the run is over; the work begins right after that. */
  runEnded(): void {
    if (!this.#work || this.#timer) return;
    this.#timer = setImmediate(() => void this.begin());
  }

  /** Begins what was left, now. */
  begin(): Promise<void> {
    const work = this.#work;
    this.forget();
    return work?.() ?? Promise.resolve();
  }

  forget(): void {
    clearImmediate(this.#timer);
    this.#timer = undefined;
    this.#work = undefined;
  }
}
