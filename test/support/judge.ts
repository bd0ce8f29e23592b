import { stringsIn } from "../../src/model/argument-strings.ts";
import type { LlmMessage } from "./host-transforms.ts";
import { hasLoneSurrogate } from "./strict/violation.ts";

/**
 * What the strictest provider would refuse in a converted message list, one line per fault, sorted. Lines name ids and
 * texts but no positions, so that the faults of two lists can be compared.
 */
export function faultsOf(messages: readonly LlmMessage[] | Error): readonly string[] {
  if (messages instanceof Error) return [HOST_THROWS];
  return [...pairingFaults(messages), ...messages.flatMap(contentFaults)].sort();
}

/** Malformed messages on which the host's own code breaks: nothing gets as far as the provider. */
export const HOST_THROWS = "the host throws";

/** The faults in `after` that `before` does not have as often; none when nothing of `before` could be sent at all. */
export function newFaults(before: readonly string[], after: readonly string[]): readonly string[] {
  if (before.includes(HOST_THROWS)) return [];
  const left = new Map<string, number>();
  for (const fault of before) left.set(fault, (left.get(fault) ?? 0) + 1);
  return after.filter((fault) => {
    const count = left.get(fault) ?? 0;
    left.set(fault, count - 1);
    return count <= 0;
  });
}

/** Every call is answered once, behind its own message and in front of anything else; nothing else is answered. */
function pairingFaults(messages: readonly LlmMessage[]): string[] {
  const faults: string[] = [];
  let turn = new Turn([]);
  for (const message of messages) {
    if (message.role === "toolResult") {
      faults.push(...turn.answer(String(message.toolCallId)));
      continue;
    }
    faults.push(...turn.close());
    const ids = message.role === "assistant" ? callIds(message) : [];
    faults.push(...duplicates(ids).map((id) => `call id twice in one message: ${id}`));
    turn = new Turn(ids);
  }
  return [...faults, ...turn.close()];
}

class Turn {
  readonly #calls: readonly string[];
  readonly #answered: string[] = [];

  constructor(calls: readonly string[]) {
    this.#calls = calls;
  }

  answer(id: string): readonly string[] {
    if (!this.#calls.includes(id)) return [`orphan result: ${id}`];
    this.#answered.push(id);
    const isExtra = count(this.#answered, id) > count(this.#calls, id);
    return isExtra ? [`duplicate result: ${id}`] : [];
  }

  close(): readonly string[] {
    const open = [...new Set(this.#calls)].filter((id) => !this.#answered.includes(id));
    return open.map((id) => `unanswered call: ${id}`);
  }
}

function contentFaults(message: LlmMessage): readonly string[] {
  const { role, content } = message;
  const named = role === "toolResult" ? `result ${String(message.toolCallId)}` : role;
  const at = `${named} ${sample(content)}`;
  const faults: string[] = [];
  if (isNothing(content) && role !== "toolResult") faults.push(`empty content: ${at}`);
  for (const block of blocksIn(content)) faults.push(...blockFaults(message, block, named));
  for (const { text } of stringsIn(content))
    if (hasLoneSurrogate(text)) faults.push(`lone surrogate: ${named} ${sample(text)}`);
  return faults;
}

function blockFaults({ role, isError }: LlmMessage, block: unknown, named: string): readonly string[] {
  if (!isObject(block)) return [`not a block: ${named}`];
  const { type, text, arguments: args } = block;
  switch (type) {
    case "text":
      return textFaults(text, named);
    case "image":
      return role === "toolResult" && isError ? [`image in error result: ${named}`] : [];
    case "toolCall":
      return isObject(args) ? [] : [`arguments are no object: ${named}`];
    case "thinking":
      return [];
    default:
      return [`unknown block ${String(type)}: ${named}`];
  }
}

function textFaults(text: unknown, named: string): readonly string[] {
  if (typeof text !== "string") return [`text without text: ${named}`];
  return text.trim() === "" ? [`blank text: ${named}`] : [];
}

const callIds = ({ content }: LlmMessage): readonly string[] =>
  blocksIn(content).flatMap((block) => {
    const { type, id } = (block ?? {}) as { type?: unknown; id?: unknown };
    return type === "toolCall" ? [String(id)] : [];
  });

const blocksIn = (content: unknown): readonly unknown[] => (Array.isArray(content) ? content : []);

const isNothing = (content: unknown): boolean =>
  content === undefined ||
  content === null ||
  (typeof content === "string" ? content.trim() === "" : Array.isArray(content) && content.length === 0);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const count = (items: readonly string[], wanted: string): number =>
  items.filter((item) => item === wanted).length;

const duplicates = (items: readonly string[]): readonly string[] =>
  [...new Set(items)].filter((item) => count(items, item) > 1);

const sample = (content: unknown): string => (JSON.stringify(content) ?? String(content)).slice(0, 60);
