import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { startsAt } from "./start.ts";

/** Loaded in front of what is measured: notes when a `context` event reaches it, and what the host's copy takes. */
export default function before(pi: ExtensionAPI): void {
  pi.on("context", ({ messages }) => {
    const start = performance.now();
    structuredClone(messages);
    startsAt.copyMs = performance.now() - start;
    startsAt.messages = messages.length;
    startsAt.time = performance.now();
  });
}
