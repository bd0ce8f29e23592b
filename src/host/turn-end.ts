import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { type AgentMessage, isAssistant, isToolResult, type Messages } from "../model/message.ts";

type Handler = (message: AgentMessage, toolResults: Messages, ctx: ExtensionContext) => void;

/**
 * Each turn when it is complete and in the session. Host B builds the whole context anew for whoever listens to
 * `turn_end`; there a turn is put together from its messages, and told with the event that comes behind it.
 */
export function onTurnEnd(pi: ExtensionAPI, handler: Handler): void {
  let turn: AgentMessage[] = [];
  const tell = (ctx: ExtensionContext): void => {
    const [message, ...toolResults] = turn;
    turn = [];
    if (message) handler(message, toolResults, ctx);
  };
  if (!canUnsubscribe(pi.on("turn_start", (_event, ctx) => tell(ctx)))) {
    pi.on("turn_end", ({ message, toolResults }, ctx) => handler(message, toolResults, ctx));
    return;
  }
  pi.on("message_end", ({ message }) => {
    if (isAssistant(message)) turn = [message];
    else if (isToolResult(message) && turn.length > 0) turn.push(message);
  });
  pi.on("agent_end", (_event, ctx) => tell(ctx));
  // In the middle of a run that comes before the next turn.
  pi.on("session_before_compact", (_event, ctx) => tell(ctx));
}

/** Only host B gives back how to end a subscription. */
const canUnsubscribe = (subscription: unknown): boolean => typeof subscription === "function";
