import { nameNumber, type ShortRef, shortRef } from "../model/refs.ts";
import type { Offer } from "./command.ts";

/** Refs as typed: those that stand for a call, and what does not. */
export interface RefsArgument {
  readonly refs: readonly ShortRef[];
  readonly unknown: readonly string[];
}

// A range names that many calls at most: what is typed wrong must not keep the machine busy.
const MOST_IN_RANGE = 10_000;

/** `t3`, `t3..t7` and `t3-t7`, between blanks or commas; `all` for every ref that `all` holds. */
export function readRefs(text: string, known: ReadonlySet<string>, all: readonly ShortRef[]): RefsArgument {
  const refs = new Set<ShortRef>();
  const unknown: string[] = [];
  for (const word of text.split(/[\s,]+/).filter(Boolean)) {
    const isAll = word.toLowerCase() === "all";
    const named = isAll ? all : inRange(word).filter((ref) => known.has(ref));
    if (named.length === 0 && !isAll) unknown.push(word);
    for (const ref of named) refs.add(ref);
  }
  return { refs: [...refs], unknown };
}

function inRange(word: string): readonly ShortRef[] {
  const [, first = "", last = first] = /^`?(t\d+)`?(?:(?:\.\.|-|–)`?(t\d+)`?)?$/i.exec(word) ?? [];
  const start = nameNumber(first.toLowerCase());
  const count = nameNumber(last.toLowerCase()) - start + 1;
  if (start === 0 || count < 1 || count > MOST_IN_RANGE) return [];
  return Array.from({ length: count }, (_, index) => shortRef(start + index));
}

/** Refs to take, the newest first. Behind one and a blank there are none: Enter is to run the command there. */
export function refOffers(
  argument: string,
  refs: readonly string[],
  ...more: readonly Offer[]
): readonly Offer[] {
  if (/\S\s+$/.test(argument)) return [];
  const newest = [...refs].sort((a, b) => nameNumber(b) - nameNumber(a));
  return [...more, ...newest.map((value) => ({ value }))];
}
