import { plural } from "../../model/format.ts";
import { FIRST, type Findings, findings, type Point } from "../findings.ts";
import type { Source } from "../source.ts";

const MAX_HUNKS = 40;
const MAX_SUBJECT = 3;

interface File {
  readonly line: number;
  readonly path: string;
  added: number;
  removed: number;
}

/** A line of a hunk; `file` counts the files begun so far. */
interface Line extends Point {
  readonly file: number;
}

/** Changes: per file how many lines came and went; the hunks with what they are in; the first changed lines. */
export function diff({ lines }: Source): Findings {
  const files: File[] = [];
  const hunks: Line[] = [];
  const changed: Line[] = [];
  const subject: Point[] = [];
  for (const [line, text] of lines.entries()) {
    const path = startedFile(text, lines[line - 1] ?? "");
    if (path !== undefined) files.push({ line, path, added: 0, removed: 0 });
    else if (text.startsWith("@@")) hunks.push({ line, text, file: files.length });
    else if (files.length === 0 && isSubject(text)) subject.push({ line, text: text.trim() });
    else if (isChange(text)) {
      count(files, text);
      changed.push({ line, text, file: files.length });
    }
  }
  const isShown = ({ file }: Line) => files[file - 1]?.path.endsWith(DELETED) !== true;
  const shown = changed.filter(isShown);
  return findings({
    keep: [...subject.slice(0, MAX_SUBJECT), ...total(files), ...files.map(showFile)],
    fill: [
      ...firstOfEach(hunks, shown),
      ...hunks.filter(isShown).slice(0, MAX_HUNKS),
      ...shown.filter(isAdded),
      ...shown,
    ],
    quotes: false,
    names: "words",
  });
}

// Of a file that is gone its name and its length are enough.
const DELETED = " (deleted)";

// What `git show` says before the changes.
const isSubject = (text: string) => text.startsWith("commit ") || text.startsWith("    ");

const total = (files: readonly File[]): readonly Point[] =>
  files.length < 2 ? [] : [{ line: FIRST, text: `${plural(files.length, "file")} changed` }];

const showFile = ({ line, path, added, removed }: File): Point => ({
  line,
  text: `${path} +${added} -${removed}`,
});

/** The path when a line begins the changes of a file; the `+++` line of a git diff, else its `diff --git` line. */
function startedFile(text: string, before: string): string | undefined {
  if (text.startsWith("+++ ") && before.startsWith("--- ")) {
    const path = text.slice(4).split("\t")[0] ?? "";
    const old = (before.slice(4).split("\t")[0] ?? "").replace(/^a\//, "");
    return path === "/dev/null" ? `${old}${DELETED}` : path.replace(/^b\//, "");
  }
  return text.startsWith("*** Update File: ") || text.startsWith("*** Add File: ")
    ? text.slice(4)
    : undefined;
}

const isChange = (text: string) =>
  (text.startsWith("+") && !text.startsWith("+++ ")) || (text.startsWith("-") && !text.startsWith("--- "));

const isAdded = ({ text }: Point) => text.startsWith("+");

function count(files: File[], text: string): void {
  const file = files.at(-1);
  if (file === undefined) return;
  if (text.startsWith("+")) file.added++;
  else file.removed++;
}

// The first added line of each hunk, or else its first removed one, tells what the hunk is about.
function firstOfEach(hunks: readonly Point[], changed: readonly Point[]): readonly Point[] {
  const firsts = new Map<number, Point>();
  let hunk = -1;
  for (const point of changed) {
    while ((hunks[hunk + 1]?.line ?? Number.MAX_SAFE_INTEGER) < point.line) hunk++;
    const first = firsts.get(hunk);
    if (first === undefined || (first.text.startsWith("-") && point.text.startsWith("+")))
      firsts.set(hunk, point);
  }
  return [...firsts.values()].slice(0, MAX_HUNKS);
}
