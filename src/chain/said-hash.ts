import { nameHash } from "../model/hash.ts";
import { isAssistant, isDropped, type Messages, textOf, toolCallsOf } from "../model/message.ts";

/**
 * A name for what the model said and called in some messages, and for what was delivered about them. Thinking is no part
 * of it: no block tells of it.
 */
export const saidHash = (messages: Messages, delivered: readonly string[] = []): string =>
  nameHash(
    JSON.stringify([
      ...messages.flatMap((message) =>
        isAssistant(message) && !isDropped(message)
          ? [[textOf(message.content), toolCallsOf(message).map(({ name, arguments: args }) => [name, args])]]
          : [],
      ),
      ...delivered,
    ]),
  );
