import { tokenWeight } from "../../../src/model/tokens.ts";
import type { DigestCall } from "../../../src/digest/types.ts";
import { holds, referencesIn } from "./references.ts";
import type { Item, Segment } from "./sessions.ts";

/** How a pruned result is shown; `context` is everything else the model sees at that moment. */
export type Method = (call: DigestCall, context: readonly Item[], self: Item) => string;

export interface Recall {
  references: number;
  lost: number;
  rawTokens: number;
  keptTokens: number;
}

const KEPT_RESULTS = 5;
const FRAME = (call: DigestCall) =>
  `[pruned · ref \`t123\` · ${call.toolName} · ${call.text.split("\n").length} lines, ${call.text.length} B]`;
const FOOTER = '[full output: context_tree_query({ toolCallIds: ["t123"] })]';

/** A stub with its frame, or the result itself when the stub would not be shorter. */
export function stubbed(call: DigestCall, middle: string): string {
  const stub = [FRAME(call), ...(middle === "" ? [] : [middle]), FOOTER].join("\n");
  return stub.length < call.text.length ? stub : call.text;
}

export function recall(
  segment: Segment,
  method: Method,
  onLost?: (word: string, from: DigestCall) => void,
): Recall {
  const total: Recall = { references: 0, lost: 0, rawTokens: 0, keptTokens: 0 };
  const shown = new Map<Item, string>();
  const results: (Item & { kind: "result" })[] = [];
  const before: Item[] = [];
  for (const item of segment.items) {
    if (isAssistant(item)) score(item);
    before.push(item);
    if (item.kind !== "result" || item.evicted) continue;
    results.push(item);
    const old = results.at(-1 - KEPT_RESULTS);
    if (old !== undefined) prune(old);
  }
  return total;

  function prune(item: Item & { kind: "result" }) {
    const context = before.map(rendered);
    const text = stubbed(item.call, method(item.call, context, item));
    shown.set(item, text);
    total.rawTokens += tokenWeight(item.call.text);
    total.keptTokens += tokenWeight(text);
  }
  function rendered(item: Item): Item {
    const text = shown.get(item);
    return text === undefined || item.kind !== "result" ? item : { ...item, call: { ...item.call, text } };
  }
  function score(item: Item) {
    for (const word of referencesIn(textOfItem(item))) {
      const source = before.find((other) => holds(textOfItem(other), word));
      if (source === undefined) continue;
      total.references++;
      if (before.some((other) => holds(shown.get(other) ?? textOfItem(other), word))) continue;
      total.lost++;
      if (source.kind === "result") onLost?.(word, source.call);
    }
  }
}

const isAssistant = (item: Item) => item.kind === "call" || (item.kind === "said" && item.assistant);

const texts = new WeakMap<Item, string>();
export function textOfItem(item: Item): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text =
    item.kind === "said"
      ? item.text
      : item.kind === "result"
        ? item.call.text
        : item.kind === "call"
          ? callText(item.args)
          : "";
  texts.set(item, text);
  return text;
}

function callText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(callText).join("\n");
  if (typeof value === "object" && value !== null) return Object.values(value).map(callText).join("\n");
  return String(value);
}
