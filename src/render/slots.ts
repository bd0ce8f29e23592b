import { type AgentMessage, isToolResult, type Messages, type ToolResultMessage } from "../model/message.ts";

/** Where one rendered message comes from. */
export type Slot =
  /** The message at that place, as the host gave it. */
  | number
  /** The result at that place, with this text for its content. */
  | { readonly index: number; readonly text: string }
  /** A message of the render's own making, or one of which it changed something. */
  | { readonly made: AgentMessage };

/**
 * Where each message of a render comes from. It keeps copies of what the render made: the host and other extensions
 * may change what they are given.
 */
export function slotsOf(given: Messages, rendered: Messages): Slot[] {
  const places = new Map(given.map((message, index) => [message, index]));
  let next = 0;
  return rendered.map((message): Slot => {
    const kept = places.get(message);
    if (kept !== undefined) {
      next = kept + 1;
      return kept;
    }
    const text = isToolResult(message) ? stubText(message) : undefined;
    const index = text === undefined ? -1 : placeOf(message as ToolResultMessage, given, next);
    if (text === undefined || index < 0) return { made: copyOf(message) };
    next = index + 1;
    return { index, text };
  });
}

/** The rendered message again, made from the host's messages of this request. */
export function fill(slot: Slot, messages: Messages): AgentMessage {
  if (typeof slot === "number") return messages[slot] as AgentMessage;
  if ("made" in slot) return copyOf(slot.made);
  const result = messages[slot.index] as ToolResultMessage;
  return { ...result, content: [{ type: "text", text: slot.text }] };
}

function stubText({ content }: ToolResultMessage): string | undefined {
  const [block] = content;
  return content.length === 1 && block?.type === "text" ? block.text : undefined;
}

function placeOf({ toolCallId, timestamp }: ToolResultMessage, given: Messages, from: number): number {
  for (let index = from; index < given.length; index++) {
    const message = given[index] as AgentMessage;
    if (isToolResult(message) && message.toolCallId === toolCallId && message.timestamp === timestamp)
      return index;
  }
  return -1;
}

/** A copy of plain data. */
function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, inside] of Object.entries(value)) copy[key] = copyOf(inside);
  return copy as T;
}
