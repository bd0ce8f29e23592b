import { fileFacts } from "./file-facts.ts";
import { HashSet } from "./hash-set.ts";
import { lineDiff } from "./line-diff.ts";
import { somePart } from "./parts.ts";
import type { Knowledge } from "./types.ts";
import { isNameable, scanWords } from "./words.ts";

/** One piece of the context, in order. `id` pairs a call with its result; any string that is unique in the list. */
export type ContextItem =
  | { readonly kind: "user" | "text"; readonly text: string }
  | {
      readonly kind: "call";
      readonly id: string;
      readonly toolName: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** What will be shown of the arguments, where that is not all of them. */
      readonly shown?: unknown;
    }
  | {
      readonly kind: "result";
      readonly id: string;
      readonly text: string;
      readonly isError: boolean;
      /** Whether the text stays as it is; false for a result that is to be digested. */
      readonly stays: boolean;
      /** Whether the text stands in the place of the result: nobody can read the lines of a file there. */
      readonly isStub?: boolean;
    };

/** What is known of a context, for digesting its results. */
export interface ContextKnowledge {
  /** What is known when the result with this id is digested. */
  of(id: string): Knowledge;
  /** Takes up a text that will stay (a digest just made), so that the next ones need not repeat it. */
  learn(text: string): void;
}

// How much of what was said and asked last tells what the work is about.
const LATEST = 12;

/** Reads a context once, in time linear in its text. `cwd` is the folder that relative paths begin in, where known. */
export function buildKnowledge(items: readonly ContextItem[], cwd?: string): ContextKnowledge {
  const known = new HashSet();
  const topical = new HashSet();
  const learn = (text: string) =>
    scanWords(text, ({ hash, kind, end }) => {
      if (isNameable(kind, text, end)) known.add(hash);
    });
  const isKnown = (word: number) => known.has(word);
  const isTopical = (part: number) => topical.has(part);
  for (const text of items.flatMap(textsThatStay)) learn(text);
  for (const text of items.filter(isSaid).slice(-LATEST).flatMap(textsOf)) addParts(topical, text);
  const facts = fileFacts(items, cwd);
  return { learn, of: (id) => ({ isKnown, isTopical, diffAgainst: lineDiff, ...facts.get(id) }) };
}

const isSaid = (item: ContextItem) => item.kind !== "result";

function textsThatStay(item: ContextItem): readonly string[] {
  if (item.kind === "call") return stringsIn(item.shown ?? item.args);
  return item.kind !== "result" || item.stays ? [item.text] : [];
}

const textsOf = (item: ContextItem): readonly string[] =>
  item.kind === "call" ? stringsIn(item.args) : [item.text];

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function addParts(topical: HashSet, text: string): void {
  scanWords(text, ({ start, end }) => {
    somePart(text, start, end, (part) => {
      topical.add(part);
      return false;
    });
  });
}
