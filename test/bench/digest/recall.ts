import { tokenWeight } from "../../../src/model/tokens.ts";
import { holdsPath } from "../../digest/fixture.ts";
import { framed, type Method } from "./methods.ts";
import { holds, referencesIn } from "./references.ts";
import { type Item, type Result, type Segment, textOfItem } from "./sessions.ts";

/** What was cited, what of it could not be seen any more, and the size of the pruned results before and after. */
export interface Recall {
  readonly references: number;
  readonly lost: number;
  readonly rawTokens: number;
  readonly keptTokens: number;
}

const KEPT_RESULTS = 5;

/**
 * Replays a segment under a fixed policy: at each step all results but the latest five are stubs, made when they left
 * that window. A reference is grounded when a later assistant block uses a word that occurred before, and lost when
 * the rendered context of that moment does not hold it.
 */
export function recallOf({ items }: Segment, method: Method): Recall {
  const shown = new Map<Result, string>();
  const before: Item[] = [];
  const results: Result[] = [];
  const sizes = { rawTokens: 0, keptTokens: 0 };
  const found = { references: 0, lost: 0 };
  for (const item of items) {
    if (isAssistant(item)) score(item, before, shown, found);
    before.push(item);
    if (item.kind !== "result" || item.evicted) continue;
    results.push(item);
    const old = results.at(-1 - KEPT_RESULTS);
    if (old === undefined) continue;
    const text = framed(old.call, method(old, before, shown));
    shown.set(old, text);
    sizes.rawTokens += tokenWeight(old.call.text);
    sizes.keptTokens += tokenWeight(text);
  }
  return { ...found, ...sizes };
}

const isAssistant = (item: Item) => item.kind === "call" || (item.kind === "said" && item.assistant);

function score(
  item: Item,
  before: readonly Item[],
  shown: ReadonlyMap<Result, string>,
  found: { references: number; lost: number },
): void {
  const rendered = (other: Item) =>
    (other.kind === "result" ? shown.get(other) : undefined) ?? textOfItem(other);
  for (const word of referencesIn(textOfItem(item))) {
    if (!before.some((other) => holds(textOfItem(other), word))) continue;
    found.references++;
    if (!before.some((other) => canRead(rendered(other), word))) found.lost++;
  }
}

// A path is readable when its folder is written once for several names.
const canRead = (text: string, word: string): boolean =>
  holds(text, word) || (word.includes("/") && holdsPath(text, word));

export const totalOf = (recalls: readonly Recall[]): Recall => ({
  references: sum(recalls, ({ references }) => references),
  lost: sum(recalls, ({ lost }) => lost),
  rawTokens: sum(recalls, ({ rawTokens }) => rawTokens),
  keptTokens: sum(recalls, ({ keptTokens }) => keptTokens),
});

const sum = (recalls: readonly Recall[], of: (recall: Recall) => number) =>
  recalls.reduce((total, recall) => total + of(recall), 0);
