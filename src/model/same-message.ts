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
  return hasSameKind(a, b) && isSameValue(a.content, b.content);
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

function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  return Array.isArray(one) ? isSameArray(one, other) : isSameObject(one, other);
}

function isSameArray(one: readonly unknown[], other: unknown): boolean {
  if (!Array.isArray(other) || one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (!isSameValue(one[index], other[index])) return false;
  return true;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function isSameObject(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  let more = 0;
  for (const key in one) {
    more++;
    if (!isSameValue(one[key], other[key])) return false;
  }
  for (const _ in other) more--;
  return more === 0;
}
