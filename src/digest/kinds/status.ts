import { FIRST, type Findings, findings, type Point } from "../findings.ts";
import { groupBy } from "../group.ts";
import { groupPaths } from "../names.ts";
import type { Source } from "../source.ts";

/** `git status`: where the branch stands, and the paths by what happened to them. */
export function status({ lines }: Source): Findings {
  const remarks: Point[] = [];
  const changes: { readonly line: number; readonly what: string; readonly path: string }[] = [];
  let section = "";
  for (const [line, text] of lines.entries()) {
    const change = changeIn(text, section);
    if (change !== undefined) changes.push({ line, ...change });
    else if (text.endsWith(":") && text.charCodeAt(0) > 32)
      section = SECTIONS.get(text.split(" ")[0] ?? "") ?? text;
    else if (isRemark(text)) remarks.push({ line: FIRST, text });
  }
  const groups = groupBy(changes, ({ what }) => what);
  const shown = [...groups].map(([what, found]): Point => {
    return {
      line: found[0]?.line ?? 0,
      text: `${what}: ${groupPaths(found.map(({ path }) => path)).join(" ")}`,
    };
  });
  return findings({ keep: [...remarks, ...shown], quotes: false, names: "none" });
}

const SECTIONS: ReadonlyMap<string, string> = new Map([
  ["Untracked", "untracked"],
  ["Ignored", "ignored"],
  ["Unmerged", "unmerged"],
]);

function changeIn(text: string, section: string): { what: string; path: string } | undefined {
  const long = /^\t(?:([a-z][a-z ]{2,20}): {1,12})?(\S.{0,400})$/.exec(text);
  if (long !== null)
    return {
      what: (long[1] ?? section) + (section.startsWith("Changes to") ? " (staged)" : ""),
      path: long[2] ?? "",
    };
  const short = /^([ MADRCUT?!]{2}) (\S.{0,400})$/.exec(text);
  return short === null || short[1] === "  "
    ? undefined
    : { what: (short[1] ?? "").trim(), path: short[2] ?? "" };
}

const isRemark = (text: string) => text.trim() !== "" && !text.startsWith("  (") && text.charCodeAt(0) > 32;

/** Whether lines begin like `git status`, or are all of its short form. */
export const isStatus = (lines: readonly string[]): boolean =>
  /^(?:On branch |HEAD detached |## )/.test(lines[0] ?? "") ||
  (lines.length > 0 && lines.every((line) => /^(?:[MADRCUT?!][ MADRCUT?!]| [MADRCUT]) \S/.test(line)));
