import { plural } from "../model/format.ts";
import { countLines, head, wellFormed } from "../model/text.ts";
import { collectCandidates } from "./candidates.ts";
import { clean } from "./clean.ts";
import { shorten } from "./cut.ts";

const MAX_CHARS = 200;
const FIRST_LINE_CHARS = 80;
// Enough to find a first line and the first definitions; a body may be megabytes.
const READ_CHARS = 50_000;

/**
 * One line (at most 200 characters) about a long string argument: how long it is, how it begins, and what it defines.
 * `path` leads to the string inside the call's arguments; it and the tool's name may one day tell kinds apart.
 */
export function digestArgument(_toolName: string, _path: readonly (string | number)[], text: string): string {
  const lines = countLines(text);
  const size = lines > 1 ? plural(lines, "line") : plural(text.length, "character");
  const beginning = clean(head(text, READ_CHARS));
  const first = beginning.split("\n").find((line) => line.trim() !== "");
  if (first === undefined) return size;
  const said = `${size}, begins: ${shorten(first.trim(), FIRST_LINE_CHARS)}`;
  return wellFormed(withDefinitions(said, beginning));
}

function withDefinitions(said: string, text: string): string {
  const defined = collectCandidates(text, {}).filter(({ defines }) => defines === "body");
  let line = said;
  for (const { word } of defined) {
    const longer = line === said ? `${said}; defines ${word}` : `${line} ${word}`;
    if (longer.length > MAX_CHARS) break;
    line = longer;
  }
  return line;
}
