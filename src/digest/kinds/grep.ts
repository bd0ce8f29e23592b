import { plural } from "../../model/format.ts";
import { shorten } from "../cut.ts";
import { FIRST, type Findings, findings, type Point } from "../findings.ts";
import { groupBy } from "../group.ts";
import type { Source } from "../source.ts";
import { plain } from "./plain.ts";

const FIRST_MATCHES = 5;
const MAX_LINE_NUMBERS = 12;
const MAX_FILES_IN_FULL = 60;
const MATCH_CHARS = 120;

interface Match {
  readonly line: number;
  readonly file: string;
  readonly at: number | undefined;
  readonly text: string;
}

/** Search results: how many matches in how many files; per file the line numbers; the first match of the first files. */
export function grep(source: Source): Findings {
  const matches = matchesIn(source.lines);
  if (matches.length === 0) return plain(source);
  const files = groupBy(matches, ({ file }) => file);
  const total = `${matches.length} ${matches.length === 1 ? "match" : "matches"} in ${plural(files.size, "file")}`;
  const perFile = [...files].map(
    ([file, found]): Point => ({ line: found[0]?.line ?? 0, text: showFile(file, found) }),
  );
  const first = [...files.values()].slice(0, FIRST_MATCHES).flatMap((found) => firstMatch(found));
  return findings({
    keep: [{ line: FIRST, text: total }],
    fill: [...perFile.slice(0, MAX_FILES_IN_FULL), ...first],
    lineShare: 0.7,
    quotes: false,
  });
}

function showFile(file: string, matches: readonly Match[]): string {
  const numbers = matches.flatMap(({ at }) => (at === undefined ? [] : [at]));
  const more = numbers.length > MAX_LINE_NUMBERS ? `,… (${numbers.length} lines)` : "";
  if (numbers.length === 0) return matches.length === 1 ? file : `${file} (×${matches.length})`;
  return `${file || "lines"}:${numbers.slice(0, MAX_LINE_NUMBERS).join(",")}${more}`;
}

function firstMatch([match]: readonly Match[]): readonly Point[] {
  if (match === undefined || match.text.trim() === "") return [];
  return [
    {
      line: match.line + 0.5,
      text: `  ${match.at ?? ""}${match.at === undefined ? "" : ": "}${shorten(match.text.trim(), MATCH_CHARS)}`,
    },
  ];
}

/** The matching lines of any usual form: `file:12:text`, `file:text`, `12:text`, a file's heading with `12:text` below. */
function matchesIn(lines: readonly string[]): readonly Match[] {
  const matches: Match[] = [];
  let heading = "";
  for (const [line, text] of lines.entries()) {
    if (text === "" || text === "--") continue;
    const match = matchIn(text, heading);
    if (match === "heading") heading = text.replace(/^# /, "").trim();
    else if (match !== undefined) matches.push({ line, ...match });
  }
  return matches;
}

const MAX_PATH = 300;

function matchIn(text: string, heading: string): Omit<Match, "line"> | "heading" | undefined {
  const numbered = /^\*?(\d{1,7})(?:[a-z]{2}\||:)/.exec(text.slice(0, 12));
  if (numbered !== null)
    return { file: heading, at: Number(numbered[1]), text: text.slice(numbered[0].length) };
  const colon = text.slice(0, MAX_PATH).indexOf(":", text[1] === ":" ? 2 : 0);
  if (colon < 0) return isHeading(text) ? "heading" : undefined;
  const file = text.slice(0, colon);
  if (file === "" || file.includes(" ")) return undefined;
  const rest = text.slice(colon + 1);
  const at = /^(\d{1,7}):/.exec(rest.slice(0, 9));
  if (at !== null) return { file, at: Number(at[1]), text: rest.slice(at[0].length) };
  return { file, at: undefined, text: rest };
}

const isHeading = (text: string) =>
  text.length <= MAX_PATH && !/^\s|[<>(){};"'|]/.test(text) && (text.includes("/") || text.includes("."));
