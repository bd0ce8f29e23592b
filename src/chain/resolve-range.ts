import type { EntryData } from "../model/entries.ts";
import { type AgentMessage, isAssistant, type Messages } from "../model/message.ts";

export type ChainEntry = EntryData<"context-prune-chain">;

/** Where a chain entry's two messages stand in a list. */
export interface ResolvedRange {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** Positions by timestamp, for the two roles a chain can begin and end with; undefined where several share one. */
export interface Boundaries {
  readonly users: ReadonlyMap<number, number | undefined>;
  readonly assistants: ReadonlyMap<number, number | undefined>;
}

/** One pass over the messages. `isSkipped` takes out user messages that no person wrote. */
export function indexBoundaries(
  messages: Messages,
  isSkipped: (message: AgentMessage, index: number) => boolean = () => false,
): Boundaries {
  const users = new Map<number, number | undefined>();
  const assistants = new Map<number, number | undefined>();
  for (const [index, message] of messages.entries()) {
    if (message?.role === "user" && !isSkipped(message, index)) note(users, message.timestamp, index);
    else if (isAssistant(message)) note(assistants, message.timestamp, index);
  }
  return { users, assistants };
}

function note(places: Map<number, number | undefined>, timestamp: unknown, index: number): void {
  if (typeof timestamp !== "number" || !Number.isFinite(timestamp)) return;
  places.set(timestamp, places.has(timestamp) ? undefined : index);
}

/**
 * The range of a chain: exactly one user message at its start, exactly one assistant message at its end, in this order.
 * Undefined in any other case: an id or a nearby time would risk a live turn.
 */
export function resolveRange(
  {
    startUserTimestamp,
    finalAssistantTimestamp,
  }: Pick<ChainEntry, "startUserTimestamp" | "finalAssistantTimestamp">,
  { users, assistants }: Boundaries,
): ResolvedRange | undefined {
  if (finalAssistantTimestamp === null) return undefined;
  const startIndex = users.get(startUserTimestamp);
  const endIndex = assistants.get(finalAssistantTimestamp);
  if (startIndex === undefined || endIndex === undefined || startIndex >= endIndex) return undefined;
  return { startIndex, endIndex };
}
