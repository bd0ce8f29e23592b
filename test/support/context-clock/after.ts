import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { onRequest } from "../../../src/host/request-messages.ts";
import { startsAt } from "./start.ts";

/** Loaded behind what is measured: tells what that took, as JSON in a notice. */
export default function after(pi: ExtensionAPI): void {
  onRequest(pi, (messages, ctx) => {
    const ms = performance.now() - startsAt.time;
    const { copyMs, messages: before } = startsAt;
    ctx.ui.notify(JSON.stringify({ clock: { ms, copyMs, before, after: messages.length } }), "info");
    return undefined;
  });
}
