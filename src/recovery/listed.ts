import { nameNumber } from "../model/refs.ts";
import { clip } from "./budget.ts";

/** Names for a sentence: a few of them, none longer than a line, neighbouring refs as a range that can be asked for. */
export function listed(names: Iterable<string>): string {
  const all = joinRuns([...names]);
  const shown = all.slice(0, 8).map((name) => `\`${clip(name.replace(/\s+/g, " "), 80)}\``);
  return all.length > shown.length
    ? `${shown.join(", ")} and ${all.length - shown.length} more`
    : shown.join(", ");
}

function joinRuns(names: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (let at = 0; at < names.length; ) {
    const first = names[at] ?? "";
    let end = at + 1;
    while (end < names.length && isNext(names[end - 1], names[end])) end++;
    if (end - at > 2) joined.push(`${first}..${names[end - 1]}`);
    else joined.push(...names.slice(at, end));
    at = end;
  }
  return joined;
}

const isNext = (one = "", other = ""): boolean =>
  nameNumber(one) > 0 && one.startsWith("t") && other === `t${nameNumber(one) + 1}`;
