import { plural } from "../../model/format.ts";
import { FIRST, type Findings, findings, type Point } from "../findings.ts";
import { groupBy } from "../group.ts";
import type { Source } from "../source.ts";

const MAX_NAMES_IN_FULL = 40;
const MAX_EXTENSIONS = 8;

interface Entry {
  readonly line: number;
  readonly folder: string;
  readonly name: string;
}

/** A listing of files: how many entries of what kinds, and the names, folder by folder, with paths written once. */
export function listing({ lines }: Source): Findings {
  const entries = entriesIn(lines);
  const folders = groupBy(entries, ({ folder }) => folder);
  const total = `${plural(entries.length, "entry").replace("entrys", "entries")}${kindsOf(entries)}`;
  const shown = [...folders].map(
    ([folder, found]): Point => ({ line: found[0]?.line ?? 0, text: showFolder(folder, found) }),
  );
  return findings({ keep: [{ line: FIRST, text: total }], fill: shown, lineShare: 1, quotes: false });
}

function showFolder(folder: string, entries: readonly Entry[]): string {
  const names = entries.map(({ name }) => name);
  const shown = names.length <= MAX_NAMES_IN_FULL ? names : names.slice(0, MAX_NAMES_IN_FULL);
  const more = names.length > shown.length ? ` … +${names.length - shown.length}` : "";
  return `${folder === "" ? "" : `${folder}: `}${shown.join(" ")}${more}`;
}

function kindsOf(entries: readonly Entry[]): string {
  const counts = new Map<string, number>();
  for (const { name } of entries) {
    const extension = extensionOf(name);
    if (extension !== "") counts.set(extension, (counts.get(extension) ?? 0) + 1);
  }
  const common = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, MAX_EXTENSIONS);
  return common.length === 0
    ? ""
    : `: ${common.map(([extension, count]) => `${count} ${extension}`).join(", ")}`;
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 && name.length - dot <= 7 && !name.endsWith("/") ? name.slice(dot) : "";
}

function entriesIn(lines: readonly string[]): readonly Entry[] {
  const entries: Entry[] = [];
  let section = "";
  for (const [line, text] of lines.entries()) {
    const path = pathIn(text);
    if (path === undefined) continue;
    if (path.endsWith(":")) section = path.slice(0, -1);
    else entries.push({ line, ...split(path, section) });
  }
  return entries;
}

function split(path: string, section: string): { folder: string; name: string } {
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  const slash = path.lastIndexOf("/", end - 1);
  return slash < 0
    ? { folder: section, name: path }
    : { folder: path.slice(0, slash + 1), name: path.slice(slash + 1) };
}

const LONG_FORM = /^[-dlcbps][rwxsStT-]{9}[@+.]? /;
const TREE_LINES = /^[\s│├└─|`+-]{1,80}/;
const MAX_LINE = 400;

/** The path a line of `ls`, `ls -l`, `find`, `tree` or a globbing tool names; undefined for lines that name none. */
function pathIn(line: string): string | undefined {
  const text = line.slice(0, MAX_LINE).trim();
  if (text === "" || /^total \d+$/.test(text)) return undefined;
  if (LONG_FORM.test(text)) return longName(text);
  const name = text.replace(TREE_LINES, "");
  return name === "." || name === ".." ? undefined : name.replace(/^\.\//, "");
}

// mode, links, owner, group, size, three fields of date, name (with its target)
function longName(text: string): string | undefined {
  let at = 0;
  for (let field = 0; field < 8; field++) {
    at = text.indexOf(" ", at);
    if (at < 0) return undefined;
    while (text[at] === " ") at++;
  }
  const name = text.slice(at);
  return name === "." || name === ".." ? undefined : `${name}${text[0] === "d" ? "/" : ""}`;
}
