import { type AgentMessage, isAssistant, toolCallsOf } from "../model/message.ts";

/**
 * A final reply without its thinking: all of it or none, since a part would break the provider's check of the rest.
 * A reply that calls a tool, or that would have nothing left to read, comes back as it is.
 */
export function stripThinking(message: AgentMessage): AgentMessage {
  if (!isAssistant(message) || !Array.isArray(message.content) || toolCallsOf(message).length > 0)
    return message;
  const content = message.content.filter((block) => block?.type !== "thinking");
  const isReadable = content.some((block) => block?.type === "text" && hasText(block.text));
  return isReadable && content.length < message.content.length ? { ...message, content } : message;
}

const hasText = (text: unknown): boolean => typeof text === "string" && text.trim() !== "";
