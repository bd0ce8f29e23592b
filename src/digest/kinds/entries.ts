import { cutHead } from "../cut.ts";

/** One file or folder of a listing. `folder` ends in a slash, or is "" for names without one. */
export interface Entry {
  readonly line: number;
  readonly folder: string;
  readonly name: string;
}

/** The entries of a listing of any usual form: `ls`, `ls -l`, `ls -R`, `find`, `tree`, or one path per line. */
export function entriesIn(lines: readonly string[]): readonly Entry[] {
  const entries: Entry[] = [];
  let section = "";
  for (const [line, text] of lines.entries()) {
    const path = pathIn(text);
    if (path === undefined) continue;
    if (path.endsWith(":")) section = `${path.slice(0, -1)}/`;
    else entries.push({ line, ...split(path, section) });
  }
  return entries;
}

function split(path: string, section: string): { folder: string; name: string } {
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  const slash = path.lastIndexOf("/", end - 1) + 1;
  return slash === 0
    ? { folder: section, name: path }
    : { folder: path.slice(0, slash), name: path.slice(slash) };
}

const LONG_FORM = /^[-dlcbps][rwxsStT-]{9}[@+.]? /;
const TREE_LINES = /^[\s│├└─|`+-]{1,80}/;
const MAX_LINE = 400;

/** The path a line names; undefined for lines that name none. */
function pathIn(line: string): string | undefined {
  const text = cutHead(line, MAX_LINE).trim();
  if (text === "" || /^total \d+$/.test(text)) return undefined;
  const name = LONG_FORM.test(text) ? longName(text) : text.replace(TREE_LINES, "");
  return name === "." || name === ".." ? undefined : name?.replace(/^\.\//, "");
}

const FIELDS_BEFORE_NAME = 8;

// mode, links, owner, group, size, three fields of date, name (with its target)
function longName(text: string): string | undefined {
  let at = 0;
  for (let field = 0; field < FIELDS_BEFORE_NAME; field++) {
    at = text.indexOf(" ", at);
    if (at < 0) return undefined;
    while (text[at] === " ") at++;
  }
  const name = text.slice(at);
  return name === "." || name === ".." ? undefined : `${name}${text[0] === "d" ? "/" : ""}`;
}
