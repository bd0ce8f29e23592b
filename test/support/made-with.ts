import { type AssistantMessage, isAssistant, type Messages } from "../../src/model/message.ts";
import type { MadeWith } from "./strict/responses-reasoning.ts";

type Block = AssistantMessage["content"][number];

/** What OpenAI remembers of messages: the reasoning that each item of theirs was made with, the latest before it. */
export function madeWithIn(messages: Messages): MadeWith {
  const made = new Map<string, Set<string>>();
  for (const [id, reasoning] of messages.flatMap(pairsIn))
    made.set(id, new Set([...(made.get(id) ?? []), reasoning]));
  return made;
}

function pairsIn(message: Messages[number]): readonly (readonly [id: string, reasoning: string])[] {
  if (!isAssistant(message) || !Array.isArray(message.content)) return [];
  let reasoning: string | undefined;
  return message.content.flatMap((block) => {
    const id = itemId(block);
    if (block?.type === "thinking") reasoning = id;
    else if (id !== undefined && reasoning !== undefined) return [[id, reasoning] as const];
    return [];
  });
}

// Names that are no JSON are those of other providers, or of the item itself.
function itemId(block: Block): string | undefined {
  if (block?.type === "toolCall") return block.id.split("|")[1];
  const signature = block?.type === "thinking" ? block.thinkingSignature : nameOf(block);
  return signature?.startsWith("{") ? String(JSON.parse(signature).id) : signature;
}

const nameOf = (block: Block): string | undefined =>
  block?.type === "text" ? block.textSignature : undefined;
