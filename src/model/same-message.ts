import type { AgentMessage } from "./message.ts";

/** What decides what a message shows, beside its content. Usage and details do not. */
interface Shown {
  readonly role?: unknown;
  readonly timestamp?: unknown;
  readonly content?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly isError?: unknown;
  readonly stopReason?: unknown;
  readonly customType?: unknown;
  readonly excludeFromContext?: unknown;
  readonly summary?: unknown;
  readonly output?: unknown;
  readonly command?: unknown;
}

/** Whether two messages show a model the same. Hosts copy their messages for every request. */
export function isSameMessage(one: AgentMessage, other: AgentMessage): boolean {
  if (one === other) return true;
  if (!one || !other) return false;
  const a: Shown = one;
  const b: Shown = other;
  if (a.role !== b.role || a.timestamp !== b.timestamp) return false;
  return hasSameKind(a, b) && hasSameBlocks(a.content, b.content);
}

function hasSameKind(a: Shown, b: Shown): boolean {
  switch (a.role) {
    case "user":
      return true;
    case "assistant":
      return a.stopReason === b.stopReason;
    case "toolResult":
      return a.toolCallId === b.toolCallId && a.toolName === b.toolName && a.isError === b.isError;
    default:
      return (
        a.customType === b.customType &&
        a.excludeFromContext === b.excludeFromContext &&
        a.summary === b.summary &&
        a.output === b.output &&
        a.command === b.command
      );
  }
}

function hasSameBlocks(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return isSameValue(one, other);
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (!isSameBlock(one[index], other[index])) return false;
  return true;
}

// The kinds that there are come first, by what they show: a request holds thousands.
function isSameBlock(one: Block | null, other: Block | null): boolean {
  if (one?.type !== other?.type) return false;
  switch (one?.type) {
    case "text":
      return one.text === other?.text;
    case "thinking":
      return one.thinking === other?.thinking && one.thinkingSignature === other?.thinkingSignature;
    case "toolCall":
      return (
        one.id === other?.id &&
        one.name === other?.name &&
        one.thoughtSignature === other?.thoughtSignature &&
        isSameValue(one.arguments, other?.arguments)
      );
    default:
      return isSameValue(one, other);
  }
}

interface Block {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly thinking?: unknown;
  readonly thinkingSignature?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly thoughtSignature?: unknown;
  readonly arguments?: unknown;
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const keys = Object.keys(one);
  if (Array.isArray(one) !== Array.isArray(other) || keys.length !== Object.keys(other).length) return false;
  const [a, b] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>];
  return keys.every((key) => Object.hasOwn(b, key) && isSameValue(a[key], b[key]));
}
