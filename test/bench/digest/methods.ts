import { digestCall } from "../../../src/digest/digest.ts";
import { buildKnowledge, type ContextItem } from "../../../src/digest/knowledge.ts";
import { DEFAULT_BUDGET, type DigestCall } from "../../../src/digest/types.ts";
import { tokenWeight } from "../../../src/model/tokens.ts";
import type { Item, Result } from "./sessions.ts";

/** What stands between the frame of a stub; `shown` tells what the model sees of every other result. */
export type Method = (result: Result, context: readonly Item[], shown: Shown) => string;
export type Shown = ReadonlyMap<Result, string>;

export const nothing: Method = () => "";

export const digest: Method = ({ call, id }, context, shown) =>
  digestCall(call, DEFAULT_BUDGET, buildKnowledge(contextItems(context, shown, id)).of(id));

/** The first and last lines, alternately, up to the size of the digest. */
export const ends: Method = (result, context, shown) =>
  endsWithin(result.call, tokenWeight(digest(result, context, shown)));

export function endsWithin({ text }: DigestCall, tokens: number): string {
  const lines = text.split("\n");
  const first: string[] = [];
  const last: string[] = [];
  let left = tokens;
  for (let turn = 0; turn < lines.length; turn++) {
    const line = (turn % 2 === 0 ? lines[turn / 2] : lines[lines.length - (turn + 1) / 2]) ?? "";
    left -= tokenWeight(line) + 1;
    if (left < 0) break;
    if (turn % 2 === 0) first.push(line);
    else last.unshift(line);
  }
  return [...first, ...last].join("\n");
}

/** The context as the flush describes it: every result with what is shown of it, but for the one that is digested. */
export function contextItems(
  context: readonly Item[],
  shown: Shown,
  digested: string,
): readonly ContextItem[] {
  return context.flatMap((item): readonly ContextItem[] => {
    if (item.kind === "usage") return [];
    if (item.kind === "said") return [{ kind: item.assistant ? "text" : "user", text: item.text }];
    if (item.kind === "call") return [item];
    const stub = shown.get(item);
    const { text, isError } = item.call;
    return [
      {
        kind: "result",
        id: item.id,
        text: stub ?? text,
        isError,
        stays: item.id !== digested,
        isStub: stub !== undefined && item.id !== digested,
      },
    ];
  });
}

const lines = (text: string) => text.split("\n").length;

/** A stub as the product frames it, or the result itself when the stub would not be shorter. */
export function framed({ toolName, text }: DigestCall, middle: string): string {
  const header = `[pruned · ref \`t123\` · ${toolName} · ${lines(text)} lines, ${text.length} B]`;
  const footer = '[full output: context_tree_query({ toolCallIds: ["t123"] })]';
  const stub = [header, ...(middle === "" ? [] : [middle]), footer].join("\n");
  return stub.length < text.length ? stub : text;
}
