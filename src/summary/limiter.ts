/** Bounds how much work is open at one time; what waits is begun in the order in which it came. */
export class Limiter {
  readonly #limit: () => number;
  #open = 0;
  readonly #waiting = new Set<() => void>();

  /** `limit` is asked whenever something may begin; below 1 it is 1. */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /**
   * Runs `work` when there is room. When the signal comes first, `work` is begun at once: it is to find that out for
   * itself, and must not wait for what others still do.
   */
  async run<T>(work: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    const isCounted = this.#hasRoom() ? this.#enter() : await this.#wait(signal);
    try {
      return await work();
    } finally {
      if (isCounted) this.#leave();
    }
  }

  #hasRoom = (): boolean => this.#open < Math.max(1, Math.floor(this.#limit()) || 1);

  #enter(): true {
    this.#open++;
    return true;
  }

  async #wait(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted) return false;
    return new Promise((resolve) => {
      const begin = () => {
        signal?.removeEventListener("abort", giveUp);
        resolve(this.#enter());
      };
      const giveUp = () => {
        this.#waiting.delete(begin);
        resolve(false);
      };
      this.#waiting.add(begin);
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  #leave(): void {
    this.#open--;
    for (const begin of this.#waiting) {
      if (!this.#hasRoom()) return;
      this.#waiting.delete(begin);
      begin();
    }
  }
}
