import { plural } from "../../model/format.ts";
import { shorten } from "../cut.ts";
import { FIRST, type Findings, findings, type Point } from "../findings.ts";
import { chunks, groupBy } from "../group.ts";
import type { Source } from "../source.ts";
import { plain } from "./plain.ts";

const FIRST_MATCHES = 5;
const MAX_NUMBERS = 12;
const MAX_FILES = 60;
const FILES_PER_LINE = 20;
const LINE_CHARS = 1500;
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
  return findings({
    keep: [{ line: FIRST, text: total }, ...showFiles([...files].slice(0, MAX_FILES))],
    fill: [...files.values()].slice(0, FIRST_MATCHES).flatMap(firstMatch),
    lineShare: 0.7,
    quotes: false,
  });
}

type File = readonly [file: string, matches: readonly Match[]];

// Each folder once, as in a listing.
function showFiles(files: readonly File[]): readonly Point[] {
  const folders = groupBy(files, ([file]) => file.slice(0, file.lastIndexOf("/") + 1));
  return [...folders].flatMap(([folder, inFolder]) =>
    chunks(inFolder, FILES_PER_LINE).map((part): Point => {
      const names = part.map(([file, matches]) => `${file.slice(folder.length)}${placesOf(matches)}`);
      const text = names.length === 1 ? `${folder}${names[0]}` : `${folder}{${names.join(" ")}}`;
      return {
        line: part[0]?.[1][0]?.line ?? 0,
        text: folder === "" ? names.join(" ") : text,
        most: LINE_CHARS,
      };
    }),
  );
}

function placesOf(matches: readonly Match[]): string {
  const numbers = matches.flatMap(({ at }) => (at === undefined ? [] : [at]));
  if (numbers.length === 0) return matches.length === 1 ? "" : ` (×${matches.length})`;
  const more = numbers.length > MAX_NUMBERS ? `,… (×${numbers.length})` : "";
  return `${matches[0]?.file === "" ? "lines " : ":"}${numbers.slice(0, MAX_NUMBERS).join(",")}${more}`;
}

function firstMatch([match]: readonly Match[]): readonly Point[] {
  if (match === undefined || match.text.trim() === "") return [];
  const name = match.file.slice(match.file.lastIndexOf("/") + 1);
  const place = [name, match.at].filter((part) => part !== "" && part !== undefined).join(":");
  return [
    {
      line: match.line + 0.5,
      text: `  ${place}${place === "" ? "" : ": "}${shorten(match.text.trim(), MATCH_CHARS)}`,
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
    if (match === "heading") heading = text.replace(/^#{1,3} /, "").trim();
    else if (match !== undefined) matches.push({ line, ...match });
  }
  return matches;
}

const MAX_PATH = 300;

function matchIn(text: string, heading: string): Omit<Match, "line"> | "heading" | undefined {
  const numbered = /^\*?(\d{1,7})(?:[a-z]{2}\||:)/.exec(text.slice(0, 12));
  if (numbered !== null)
    return { file: heading, at: Number(numbered[1]), text: text.slice(numbered[0].length) };
  if (isContext(text)) return undefined;
  const colon = text.slice(0, MAX_PATH).indexOf(":", text[1] === ":" ? 2 : 0);
  if (colon < 0) return isHeading(text) ? "heading" : undefined;
  const file = text.slice(0, colon);
  if (file === "" || file.includes(" ")) return undefined;
  const rest = text.slice(colon + 1);
  const at = /^(\d{1,7}):/.exec(rest.slice(0, 9));
  if (at !== null) return { file, at: Number(at[1]), text: rest.slice(at[0].length) };
  return isFile(file) ? { file, at: undefined, text: rest } : undefined;
}

// Without a number only what looks like a file is one: source lines hold colons too.
const isFile = (text: string) =>
  /^[\w@.~+/-]{2,300}$/.test(text) && (text.includes("/") || text.includes("."));

// `12-text` and `file-12-text`: lines around a match.
const isContext = (text: string) => /^(?:[^\s:]{1,250}-)?\d{1,7}-/.test(text);

const isHeading = (text: string) =>
  text.length <= MAX_PATH &&
  /\w/.test(text) &&
  !/^\s|[<>(){};"'|]/.test(text) &&
  (text.includes("/") || text.includes("."));
