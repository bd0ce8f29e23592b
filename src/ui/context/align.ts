import type { AgentMessage, Messages } from "../../model/message.ts";

/** A message as it was sent, with what it was made from. */
export interface SentMessage {
  readonly message: AgentMessage;
  /** The host's message at its place, the very same object where nothing was changed; undefined for a made-up one. */
  readonly original: AgentMessage | undefined;
  /** Place of the original among the host's messages. */
  readonly at: number | undefined;
}

export interface Alignment {
  readonly sent: readonly SentMessage[];
  /** Places of the host's messages that were not sent, by the made-up message that stands for them. */
  readonly folded: ReadonlyMap<AgentMessage, readonly number[]>;
  /** Places of those that were left out without one. */
  readonly swept: readonly number[];
}

/** Finds for each sent message where it comes from. Both lists are in the same order, and neither has to be sound. */
export function align(messages: Messages, rendered: Messages): Alignment {
  const places = placesByIdentity(messages);
  const folded = new Map<AgentMessage, number[]>();
  const swept: number[] = [];
  const sent: SentMessage[] = [];
  let next = 0;
  let block: AgentMessage | undefined;
  const leaveOut = (until: number) => {
    for (; next < until; next++) (block ? folded.get(block) : swept)?.push(next);
  };
  for (const message of rendered) {
    const at = places.get(identity(message))?.find((place) => place >= next);
    if (at === undefined) {
      block = message;
      folded.set(message, []);
    } else {
      leaveOut(at);
      next = at + 1;
      // A fold ends with its reply: what is missing behind that is another matter.
      if (message?.role === "assistant") block = undefined;
    }
    sent.push({ message, at, original: at === undefined ? undefined : messages[at] });
  }
  leaveOut(messages.length);
  return { sent, folded, swept };
}

function placesByIdentity(messages: Messages): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [index, message] of messages.entries()) {
    const key = identity(message);
    const same = places.get(key);
    if (same) same.push(index);
    else places.set(key, [index]);
  }
  return places;
}

// What no phase of the render changes.
function identity(message: AgentMessage): string {
  const {
    role,
    timestamp,
    toolCallId = "",
  } = (message ?? {}) as {
    role?: unknown;
    timestamp?: unknown;
    toolCallId?: unknown;
  };
  return `${role}@${timestamp}:${toolCallId}`;
}
