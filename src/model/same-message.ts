import type { AgentMessage } from "./message.ts";

/** Everything of a message that decides what is sent, but for its content. Usage and details are not among it. */
type Shown = Readonly<Record<(typeof fields)[number] | "content", unknown>>;
const fields = [
  "role",
  "timestamp",
  "toolCallId",
  "toolName",
  "isError",
  "stopReason",
  "customType",
  "excludeFromContext",
  "summary",
  "output",
] as const;

/** Whether two messages show a model the same. Hosts copy their messages for every request. */
export function isSameMessage(one: AgentMessage, other: AgentMessage): boolean {
  if (one === other) return true;
  if (!one || !other) return false;
  const [a, b] = [one as unknown as Shown, other as unknown as Shown];
  for (const field of fields) if (a[field] !== b[field]) return false;
  return isSameValue(a.content, b.content);
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (!Array.isArray(one)) return isSameObject(one, other);
  return (
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((item, index) => isSameValue(item, other[index]))
  );
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
