import type { ExtensionContext } from "@mariozechner/pi-coding-agent";

export type Level = "info" | "warning" | "error";

/**
 * Says something to the person: in the interface where there is one, else on stderr, where it disturbs neither the
 * screen nor the machine-readable output. In print and JSON mode only problems are worth a line.
 */
export function notify(ctx: ExtensionContext, text: string, level: Level): void {
  if (ctx.hasUI) ctx.ui.notify(text, level);
  else if (level !== "info") process.stderr.write(`${text}\n`);
}

/** Answers a command: also where notices do not show, so that `pi -p "/pruner status"` says something. */
export function answer(ctx: ExtensionContext, text: string): void {
  if (ctx.hasUI) ctx.ui.notify(text, "info");
  else process.stderr.write(`${text}\n`);
}
