import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { matchesKey } from "@mariozechner/pi-tui";
import { isTerminal } from "./mode.ts";

/**
 * Aborts when the person presses Escape while `work` runs: the run's own signal while a run is on, and the raw key in
 * an idle terminal. Returns what `work` returns, and listens no longer.
 */
export async function abortOnEscape<T>(
  ctx: ExtensionContext,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const run = ctx.signal;
  if (run?.aborted) abort();
  run?.addEventListener("abort", abort, { once: true });
  const unwatch = isTerminal(ctx) ? watchKey(ctx, abort) : () => {};
  try {
    return await work(controller.signal);
  } finally {
    run?.removeEventListener("abort", abort);
    unwatch();
  }
}

function watchKey(ctx: ExtensionContext, abort: () => void): () => void {
  return ctx.ui.onTerminalInput((data) => {
    if (!matchesKey(data, "escape") || !ctx.isIdle()) return undefined;
    abort();
    return { consume: true };
  });
}
