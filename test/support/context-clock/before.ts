import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { onRequest } from "../../../src/host/request-messages.ts";
import { startsAt } from "./start.ts";

/** Loaded in front of what is measured: notes when the messages of a request reach it, and what a copy of them takes. */
export default function before(pi: ExtensionAPI): void {
  onRequest(pi, (messages) => {
    const start = performance.now();
    structuredClone(messages);
    startsAt.copyMs = performance.now() - start;
    startsAt.messages = messages.length;
    startsAt.time = performance.now();
    return undefined;
  });
}
