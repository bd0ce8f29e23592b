import { isDeepStrictEqual } from "node:util";
import {
  type AgentMessage,
  isAssistant,
  isDropped,
  type Messages,
  type ToolCall,
  toolCallsOf,
} from "../../src/model/message.ts";
import type { Request } from "./play.ts";

/**
 * A field that no host knows: the position of a message in the array it was handed out in. Whoever changes a message
 * has to keep fields unknown to him, and so a rendered message says where it comes from.
 */
export const SOURCE = "test_source_index";

export const withSource = (message: AgentMessage, index: number): AgentMessage =>
  Object.assign({}, message, { [SOURCE]: index });

/** Where a rendered message stood before; undefined for one that the render made up. */
export const sourceOf = (message: AgentMessage): number | undefined =>
  (message as { readonly [SOURCE]?: number })[SOURCE];

/** A tool result that is shown other than the host handed it out. */
export interface Stubbed {
  readonly index: number;
  readonly entryId: string | undefined;
  readonly source: Extract<AgentMessage, { role: "toolResult" }>;
  readonly shown: Extract<AgentMessage, { role: "toolResult" }>;
}

export function stubbedIn({ array, rendered, entryIds }: Request): readonly Stubbed[] {
  return rendered.flatMap((shown) => {
    const index = sourceOf(shown) ?? -1;
    const source = array[index];
    if (shown === source || shown.role !== "toolResult" || source?.role !== "toolResult") return [];
    return [{ index, entryId: entryIds[index], source, shown }];
  });
}

/** A tool call that is shown with other arguments than the host handed it out with. */
export interface Condensed {
  readonly index: number;
  readonly entryId: string | undefined;
  readonly source: ToolCall;
  readonly shown: ToolCall;
  /** Which of the calls of its message with the same id it is, from 0. */
  readonly ordinal: number;
}

export function condensedIn({ array, rendered, entryIds }: Request): readonly Condensed[] {
  return rendered.flatMap((message) => {
    const index = sourceOf(message) ?? -1;
    const from = array[index];
    if (message === from || message.role !== "assistant" || from?.role !== "assistant") return [];
    const before = toolCallsOf(from);
    return toolCallsOf(message).flatMap((shown, position): Condensed[] => {
      const source = before[position];
      // A message that was rendered before comes as a copy, with calls in it that nobody changed.
      if (!source || isDeepStrictEqual(shown, source)) return [];
      const ordinal = before.slice(0, position).filter(({ id }) => id === source.id).length;
      return [{ index, entryId: entryIds[index], source, shown, ordinal }];
    });
  });
}

/** Messages as text, without their positions and without what both hosts leave out of every request. */
export const sent = (messages: Messages): readonly string[] =>
  messages
    .filter((message) => !(isAssistant(message) && isDropped(message)))
    .map((message) => JSON.stringify({ ...message, [SOURCE]: undefined }));
