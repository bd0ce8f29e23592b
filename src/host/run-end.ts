import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { tellsMode } from "./mode.ts";

interface WithSettled {
  on(event: "agent_settled", handler: () => void): void;
}

/**
 * The last event of a run: `agent_end` on host A; `agent_settled` on host B, where retries and compactions may stand
 * between the two. A host that does not know an event never sends it.
 */
export function onRunEnd(pi: ExtensionAPI, handler: () => void): void {
  pi.on("agent_end", (_event, ctx) => {
    if (!tellsMode(ctx)) handler();
  });
  (pi as unknown as WithSettled).on("agent_settled", handler);
}
