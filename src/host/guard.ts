import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { notify } from "./notify.ts";

/**
 * Runs handlers so that a fault of ours never becomes one of the user's run: it is reported once per cause, and Pi
 * goes on with what it had. A handler that waits is guarded to its end.
 */
export class Guard {
  readonly #reported = new Set<string>();

  run<T>(ctx: ExtensionContext, what: string, work: () => T): T | undefined {
    try {
      const result = work();
      // The cast gives back the type that went in: a promise of T stays one.
      return result instanceof Promise
        ? (result.catch((error: unknown) => this.report(ctx, what, error)) as T)
        : result;
    } catch (error) {
      this.report(ctx, what, error);
      return undefined;
    }
  }

  report(ctx: ExtensionContext, what: string, error: unknown): undefined {
    const reason = error instanceof Error ? error.message : String(error);
    const cause = `${what}: ${reason}`;
    if (this.#reported.has(cause)) return;
    this.#reported.add(cause);
    // The interface may be gone with the session: then there is nobody left to tell.
    try {
      notify(
        ctx,
        `pruner: ${what} failed (${reason}). Nothing is lost: the results stay as they are.`,
        "warning",
      );
    } catch {
      return;
    }
  }
}
