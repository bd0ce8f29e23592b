import { plural } from "../model/format.ts";
import { nameNumber } from "../model/refs.ts";
import { type Asked, parseAsked } from "./asked.ts";
import { callsNamed, type FoundCall, type Known, knowsId } from "./find.ts";
import { listed } from "./listed.ts";

/** Calls one query may name. */
export const MAX_CALLS = 50;

// Elements of `toolCallIds` that are looked at, at most: past that a list is a mistake, not a question.
const MAX_ASKED = 1000;

/** What a query named. */
export interface Selection {
  /** Each call once, in the order asked. */
  readonly calls: readonly FoundCall[];
  /** Set when the query is for every archived call, or for those up to and including `upTo`. */
  readonly everything?: { readonly upTo?: string };
  /** What could not be had and what to ask instead, one sentence or two each. */
  readonly notices: readonly string[];
  /** How many names stand for no call. */
  readonly unknown: number;
}

/** Finds the calls that a query names. Never throws: what names nothing becomes a notice. */
export function select(toolCallIds: readonly string[], known: Known): Selection {
  const asked = toolCallIds
    .slice(0, MAX_ASKED)
    .flatMap((text) => parseAsked(text, (name) => knowsId(known.branch, name)));
  const everything = asked.find((item) => item.kind === "everything");
  const selection = new Selecting(known);
  for (const item of asked) selection.add(item);
  return {
    calls: selection.calls,
    ...(everything && { everything: everything.upTo === undefined ? {} : { upTo: everything.upTo } }),
    notices: selection.notices(toolCallIds.length - MAX_ASKED),
    unknown: selection.unknown.size,
  };
}

class Selecting {
  readonly calls: FoundCall[] = [];
  readonly unknown = new Set<string>();
  readonly #known: Known;
  readonly #keys = new Set<string>();
  readonly #leftOut = new Set<string>();
  readonly #labels = new Set<string>();
  readonly #beyond = new Set<string>();

  constructor(known: Known) {
    this.#known = known;
  }

  add(asked: Asked): void {
    if (asked.kind === "name") this.#addName(asked.name);
    else if (asked.kind === "range") this.#addRange(asked.from, asked.to);
    else if (asked.kind === "label") this.#labels.add(asked.text);
  }

  #addName(name: string): void {
    const calls = callsNamed(name, this.#known);
    const ofBlock = calls.length > 0 ? [] : this.#refsOfBlock(name);
    for (const ref of ofBlock) this.#addName(ref);
    if (calls.length === 0 && ofBlock.length === 0) this.unknown.add(name);
    for (const call of calls) this.#addCall(call);
  }

  #addCall(call: FoundCall): void {
    if (this.#keys.has(call.key)) return;
    if (this.calls.length >= MAX_CALLS) {
      this.#leftOut.add(call.label);
      return;
    }
    this.#keys.add(call.key);
    this.calls.push(call);
  }

  #addRange(from: number, to: number): void {
    const last = Math.max(newestRef(this.#known.branch), from);
    if (to > last) this.#beyond.add(`t${from}..t${to}`);
    for (let number = from; number <= Math.min(to, last); number++) {
      if (this.calls.length >= MAX_CALLS) {
        this.#leftOut.add(`t${number}..t${Math.min(to, last)}`);
        return;
      }
      this.#addName(`t${number}`);
    }
  }

  /** The calls in a compressed chain, whose block the model sees as `b2`. */
  #refsOfBlock(name: string): readonly string[] {
    if (!/^b[1-9]\d*$/.test(name)) return [];
    const chain = [...this.#known.branch.chains.values()].find(({ blockId }) => blockId === name);
    return (chain?.toolRefs ?? []).filter((ref) => ref !== name && !ref.startsWith("b"));
  }

  notices(unread: number): readonly string[] {
    const notices: string[] = [];
    if (this.unknown.size > 0)
      notices.push(`Not found: ${listed(this.unknown)}. ${refHint(this.unknown)}${whatExists(this.#known)}`);
    if (this.#labels.size > 0) {
      const one = "is a label inside one summary, not a ref";
      notices.push(`${listed(this.#labels)} ${one}: use the ref beside it, such as t7.`);
    }
    if (this.#beyond.size > 0)
      notices.push(`${listed(this.#beyond)} reaches past the newest ref. ${whatExists(this.#known)}`);
    if (this.#leftOut.size > 0)
      notices.push(`Only the first ${MAX_CALLS} calls are answered. Ask again for ${listed(this.#leftOut)}.`);
    if (unread > 0) notices.push(`${plural(unread, "further id")} were not read.`);
    return notices;
  }
}

// The number in a label of a summary counts calls of one batch, so it is no ref with the letter left out.
const refHint = (names: ReadonlySet<string>): string =>
  [...names].some((name) => /^\d+$/.test(name)) ? "Refs begin with a t, such as t7. " : "";

function newestRef(state: Known["branch"]): number {
  let newest = 0;
  for (const ref of state.keyOfRef.keys()) newest = Math.max(newest, nameNumber(ref));
  return newest;
}

/** Which refs there are, for a query that missed. */
export function whatExists({ branch, file }: Known): string {
  const count = branch.keyOfRef.size;
  if (count > 0) {
    const numbers = [...branch.keyOfRef.keys()].map(nameNumber);
    const first = numbers.reduce((a, b) => Math.min(a, b));
    const range =
      count === 1 ? `t${first} is the only ref` : `refs run from t${first} to t${newestRef(branch)}`;
    return `On this branch ${range} (${plural(count, "archived output")}).`;
  }
  const elsewhere = newestRef(file());
  if (elsewhere > 0)
    return `Nothing is archived on this branch; other branches have refs up to t${elsewhere}.`;
  return "Nothing is archived in this session yet: every output still stands in the conversation.";
}
