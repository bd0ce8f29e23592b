import type { Json } from "./violation.ts";

/** A message whose shape was checked: every block is an object with a known type. */
export interface Message {
  readonly role: "user" | "assistant";
  readonly content: string | readonly Json[];
}

/** The content as blocks: to the endpoint a string is one text block. */
export const blocksOf = (message: Message): readonly Json[] =>
  typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;

export const blocksOfType = (message: Message | undefined, type: string): readonly Json[] =>
  message ? blocksOf(message).filter((block) => block.type === type) : [];

/** The ids of the calls a message makes, in order. */
export const toolUseIds = (message: Message | undefined): readonly string[] =>
  message?.role === "assistant" ? blocksOfType(message, "tool_use").map((block) => String(block.id)) : [];

/** The ids of the calls a message answers, in order. */
export const toolResultIds = (message: Message | undefined): readonly string[] =>
  message?.role === "user"
    ? blocksOfType(message, "tool_result").map((block) => String(block.tool_use_id))
    : [];
