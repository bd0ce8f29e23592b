import { QUERY_TOOL } from "../capture/read-batches.ts";
import {
  type AgentMessage,
  isAssistant,
  isToolResult,
  type Messages,
  toolCallsOf,
} from "../model/message.ts";

/**
 * A context as it would be had nothing needed to be recovered: the replies that only asked for it, and all that came
 * back, are out. `endsRecovery`: the request exists only for what a recovery brought.
 */
export function withoutRecoveries(messages: Messages): {
  readonly messages: Messages;
  readonly endsRecovery: boolean;
} {
  const kept = messages.filter((message) => !isRecovery(message));
  const last = messages.findLastIndex(isAssistant);
  const reply = messages[last];
  const endsRecovery =
    reply !== undefined && isRecovery(reply) && messages.slice(last + 1).every((each) => isToolResult(each));
  return { messages: kept.length === messages.length ? messages : kept, endsRecovery };
}

function isRecovery(message: AgentMessage): boolean {
  if (isToolResult(message)) return message.toolName === QUERY_TOOL;
  const calls = isAssistant(message) ? toolCallsOf(message) : [];
  return calls.length > 0 && calls.every(({ name }) => name === QUERY_TOOL);
}
