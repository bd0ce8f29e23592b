import { type AgentMessage, type AssistantMessage, isAssistant, toolCallsOf } from "../model/message.ts";

type Block = AssistantMessage["content"][number];
type TextBlock = Extract<Block, { type: "text" }>;

/**
 * A final reply without its thinking: all of it or none, since a part would break the provider's check of the rest.
 * Its text no longer says which item of the provider it was: OpenAI refuses a message whose reasoning is not sent along.
 * A reply that calls a tool, that would have nothing left to read, or of which such an item is not the only text comes
 * back as it is: host A gives all texts without such a name the same one, and OpenAI refuses the second.
 */
export function stripThinking(message: AgentMessage): AgentMessage {
  if (!isAssistant(message) || !Array.isArray(message.content) || toolCallsOf(message).length > 0)
    return message;
  const content = message.content.filter((block) => block?.type !== "thinking");
  const isReadable = content.some((block) => isText(block) && hasText(block.text));
  if (!isReadable || content.length === message.content.length) return message;
  if (content.some(isNamed) && content.filter(isText).length > 1) return message;
  return { ...message, content: content.map(withoutName) };
}

const hasText = (text: unknown): boolean => typeof text === "string" && text.trim() !== "";

const isText = (block: Block | null): block is TextBlock => block?.type === "text";

const isNamed = (block: Block | null): block is TextBlock =>
  isText(block) && block.textSignature !== undefined;

function withoutName(block: Block): Block {
  if (!isNamed(block)) return block;
  const { textSignature: _, ...unnamed } = block;
  return unnamed;
}
