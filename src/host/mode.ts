import type { ExtensionContext } from "@mariozechner/pi-coding-agent";

/** Host B tells its mode; host A does not. */
type WithMode = ExtensionContext & { readonly mode?: "tui" | "rpc" | "json" | "print" };

/** Whether this is a host of B's line. */
export const tellsMode = (ctx: ExtensionContext): boolean => (ctx as WithMode).mode !== undefined;

/** Whether Pi draws a terminal. On host A only the terminal has themes; RPC mode has an interface without any. */
export function isTerminal(ctx: ExtensionContext): boolean {
  const { mode } = ctx as WithMode;
  return mode === undefined ? ctx.hasUI && ctx.ui.getAllThemes().length > 0 : mode === "tui";
}

/** Print and JSON mode: the process ends with the answer, so nothing may be paid for after it. */
export const endsWithAnswer = (ctx: ExtensionContext): boolean => !ctx.hasUI;

/** Whether the project's own settings may be used; host A has no such question. */
export function isProjectTrusted(ctx: ExtensionContext): boolean {
  const trust = (ctx as ExtensionContext & { isProjectTrusted?(): boolean }).isProjectTrusted;
  return trust === undefined || trust.call(ctx);
}
