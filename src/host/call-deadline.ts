/** Limits of one call, in ms; 0 switches a limit off. */
export interface TimeLimits {
  /** Without anything arriving. */
  readonly idleMs: number;
  readonly totalMs: number;
}

export interface Expiry {
  readonly reason: "aborted" | "stalled";
  readonly message: string;
}

/**
 * Watches one call. `expired` resolves when a limit passes or the caller's signal aborts, and then `signal` is aborted
 * as well: a provider that does not listen to it is not waited for. `stop` must be called at the end of every call.
 */
export class CallDeadline {
  readonly expired: Promise<Expiry>;
  readonly #controller = new AbortController();
  readonly #limits: TimeLimits;
  readonly #caller: AbortSignal | undefined;
  readonly #total: Timer;
  #idle: Timer;
  #expire: (expiry: Expiry) => void = () => {};

  constructor(limits: TimeLimits, caller: AbortSignal | undefined) {
    this.#limits = limits;
    this.#caller = caller;
    this.expired = new Promise((resolve) => {
      this.#expire = (expiry) => {
        resolve(expiry);
        this.stop();
        this.#controller.abort();
      };
    });
    this.#total = timer(limits.totalMs, () =>
      this.#expire({ reason: "stalled", message: `exceeded ${seconds(limits.totalMs)}s ceiling` }),
    );
    this.#idle = this.#startIdle();
    caller?.addEventListener("abort", this.#onAbort, { once: true });
    if (caller?.aborted) this.#onAbort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something arrived. */
  touch(): void {
    if (this.signal.aborted) return;
    clearTimeout(this.#idle);
    this.#idle = this.#startIdle();
  }

  stop(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#idle);
    this.#caller?.removeEventListener("abort", this.#onAbort);
  }

  #startIdle(): Timer {
    const { idleMs } = this.#limits;
    return timer(idleMs, () =>
      this.#expire({ reason: "stalled", message: `stalled (no output for ${seconds(idleMs)}s)` }),
    );
  }

  #onAbort = (): void => this.#expire({ reason: "aborted", message: "aborted" });
}

type Timer = ReturnType<typeof setTimeout> | undefined;

// A timer that is waited for would keep `pi -p` alive after its answer.
function timer(ms: number, run: () => void): Timer {
  if (ms <= 0) return undefined;
  const handle = setTimeout(run, ms);
  handle.unref();
  return handle;
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;
