import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";

/** Listens to what pi-condense listens to during a run, and does nothing. */
export default function idle(pi: ExtensionAPI): void {
  pi.on("before_agent_start", () => {});
  pi.on("context", () => {});
  pi.on("message_end", () => {});
  pi.on("turn_start", () => {});
  pi.on("turn_end", () => {});
  pi.on("agent_end", () => {});
}
