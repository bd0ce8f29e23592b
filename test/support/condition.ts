/** Long enough for a slow machine, and shorter than any test may take, so that a hang fails with what was seen. In ms. */
export const DEADLOCK_MS = 50_000;

export interface UntilOptions {
  /** What was waited for, and what had been seen by then: the text of the failure. */
  readonly describe: () => string;
  readonly timeoutMs?: number;
}

interface Waiter {
  check(): void;
  reject(error: Error): void;
}

/**
 * Lets tests wait for a state without sleeping: whoever changes something says so, and every waiter looks again.
 * A probe answers `undefined` while its state is not reached.
 */
export class Condition {
  readonly #waiters = new Set<Waiter>();
  #failure: Error | undefined;

  changed(): void {
    for (const waiter of [...this.#waiters]) waiter.check();
  }

  /** Nothing will change any more: waiters whose probe is still not met reject. */
  fail(error: Error): void {
    this.changed();
    this.#failure = error;
    for (const waiter of [...this.#waiters]) waiter.reject(error);
  }

  until<T>(probe: () => T | undefined, options: UntilOptions): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        finish();
      };
      const timeoutMs = options.timeoutMs ?? DEADLOCK_MS;
      const timer = setTimeout(
        () => settle(() => reject(new Error(`Not within ${timeoutMs} ms: ${options.describe()}`))),
        timeoutMs,
      );
      const waiter: Waiter = {
        check: () => {
          try {
            const value = probe();
            if (value !== undefined) settle(() => resolve(value));
          } catch (error) {
            settle(() => reject(error));
          }
        },
        reject: (error) =>
          settle(() => reject(new Error(`${error.message}\nwhile waiting for: ${options.describe()}`))),
      };
      this.#waiters.add(waiter);
      waiter.check();
      if (this.#failure) waiter.reject(this.#failure);
    });
  }
}

/** Rejects with `describe()` when `promise` takes longer than a deadlock may. */
export async function withDeadline<T>(promise: Promise<T>, options: UntilOptions): Promise<T> {
  const timeoutMs = options.timeoutMs ?? DEADLOCK_MS;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Not within ${timeoutMs} ms: ${options.describe()}`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
