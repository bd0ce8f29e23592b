import { withString } from "../model/argument-strings.ts";
import type { ArgumentEffect } from "../model/entries.ts";
import { nameHash } from "../model/hash.ts";
import { type AssistantMessage, isAnswer, isAssistant, isToolCall, type ToolCall } from "../model/message.ts";
import { pairCalls } from "../model/paired-calls.ts";
import { sameMap } from "../model/same.ts";
import type { PruneState } from "../state/state.ts";
import type { Transform } from "./transform.ts";

/**
 * Puts the recorded texts in the place of long arguments, of failed calls and of others: each at its path in the very
 * call whose result has the record, as long as the string there is the one it was made from. Everything else
 * of the call and of its message stays what it is.
 */
export const argumentReplace: Transform = (messages, { state }) => {
  if (!hasArgumentEffects(state)) return messages;
  // Whose result no completed reply stands behind, the model may still be at.
  const lastAnswer = messages.findLastIndex(isAnswer);
  const changes = new Map<number, Map<number, readonly ArgumentEffect[]>>();
  for (const { key, assistantIndex, blockIndex, resultIndex } of pairCalls(messages)) {
    const effects = state.records.get(key)?.arguments;
    if (!effects || resultIndex > lastAnswer || state.verbatim.has(key)) continue;
    const blocks = changes.get(assistantIndex) ?? new Map();
    changes.set(assistantIndex, blocks.set(blockIndex, effects));
  }
  return sameMap(messages, (message, index) => {
    const blocks = changes.get(index);
    return blocks && isAssistant(message) ? withEffects(message, blocks) : message;
  });
};

function hasArgumentEffects({ records }: Readonly<PruneState>): boolean {
  for (const record of records.values()) if (record.arguments) return true;
  return false;
}

function withEffects(
  message: AssistantMessage,
  effects: ReadonlyMap<number, readonly ArgumentEffect[]>,
): AssistantMessage {
  const content = sameMap(message.content, (block, index) => {
    const own = effects.get(index);
    return own && isToolCall(block) ? withArguments(block, own) : block;
  });
  return content === message.content ? message : { ...message, content: [...content] };
}

function withArguments(call: ToolCall, effects: readonly ArgumentEffect[]): ToolCall {
  const args = effects.reduce<unknown>(
    (current, effect) =>
      withString(current, effect.path, (original) => (isOf(effect, original) ? effect.text : original)),
    call.arguments,
  );
  // Still an object of the same keys: only strings inside it were changed.
  return args === call.arguments ? call : { ...call, arguments: args as ToolCall["arguments"] };
}

/** Whether an effect was made from this very string: another extension may have changed it, or masked something in it. */
const isOf = ({ text, chars, hash }: ArgumentEffect, original: string): boolean =>
  original.length === chars &&
  text.length < original.length &&
  (hash === undefined || hash === nameHash(original));
