import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { AgentMessage, Messages } from "../model/message.ts";
import { knowsEdits } from "./branch.ts";

type Handler = (
  messages: Messages,
  ctx: ExtensionContext,
) => Promise<{ messages: AgentMessage[] } | undefined> | undefined;

interface WithSystem {
  on(
    event: "context_with_system",
    handler: (event: { readonly messages: Messages }, ctx: ExtensionContext) => ReturnType<Handler>,
  ): void;
}

/**
 * The messages of each request, behind what other extensions made of them. Host B keeps system messages from `context`,
 * and puts all of them together into the first one when any message comes back changed: the next change of tools or
 * prompt would rewrite the whole prompt. Behind `context` it has an event that hands them out and keeps their places.
 */
export function onRequest(pi: ExtensionAPI, handler: Handler): void {
  // Both came with the same version of host B, and a host that does not know an event never sends it.
  pi.on("context", ({ messages }, ctx) =>
    knowsEdits(ctx.sessionManager) ? undefined : handler(messages, ctx),
  );
  (pi as unknown as WithSystem).on("context_with_system", ({ messages }, ctx) => handler(messages, ctx));
}
