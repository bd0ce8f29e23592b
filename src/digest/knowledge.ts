import { partsOf } from "./candidates.ts";
import { HashSet } from "./hash-set.ts";
import type { Knowledge } from "./types.ts";
import { hashWord, PLAIN, scanWords } from "./words.ts";

export interface ContextItem {
  readonly kind: "user" | "text" | "call" | "result";
  readonly text: string;
}

const LATEST = 12;

export function buildKnowledge(items: readonly ContextItem[]): Knowledge {
  const known = new HashSet();
  const topical = new HashSet();
  for (const item of items) scanWords(item.text, (hash) => void known.add(hash));
  for (const item of items.filter((i) => i.kind !== "result").slice(-LATEST))
    scanWords(item.text, (_h, _k, s, e) => {
      for (const p of partsOf(item.text.slice(s, e))) topical.add(hashWord(p));
    });
  return { isKnown: (word) => known.has(word), isTopical: (part) => topical.has(part) };
}
void PLAIN;
