import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";

/** Host B draws entries of extensions in the transcript; host A has no such thing. */
interface WithEntryRenderers {
  registerEntryRenderer?(type: string, renderer: unknown): void;
}

/** Registers a renderer where the host has them; false where it has none. */
export function registerEntryRenderer(pi: ExtensionAPI, type: string, renderer: unknown): boolean {
  const { registerEntryRenderer: register } = pi as WithEntryRenderers;
  register?.call(pi, type, renderer);
  return register !== undefined;
}
