/** A message with the places in files it is about. */
export interface Located {
  /** The message as printed, with its file and first place. */
  readonly text: string;
  /** Equal for the same message about the same file. */
  readonly key: string;
  /** `12:5`, `12,5` or `12`, in order; none when the message names no place. */
  readonly places: readonly string[];
}

const MAX_TEXT = 400;
const MAX_PLACE = 160;
const PLACE = /^([^\s:()][^:()]{0,250}[\w)\]])(?::(\d{1,7}(?::\d{1,5})?)|\((\d{1,7}(?:,\d{1,5})?)\))/;
const INDENTED_PLACE = /^(\d{1,7}:\d{1,5}) {1,8}/;

/**
 * The message that begins at a line, with its place when that stands apart: under it (rustc's `-->`), above it
 * (Python's `File`, a linter's file heading), or before its text (biome).
 */
export function locate(lines: readonly string[], line: number, heading: string): Located {
  const text = (lines[line] ?? "").slice(0, MAX_TEXT).trim();
  const indented = INDENTED_PLACE.exec(text.slice(0, 20));
  if (indented !== null && heading !== "")
    return under(heading, indented[1] ?? "", text.slice(indented[0].length));
  const place = PLACE.exec(text);
  if (place !== null) return at(place, withMessage(text, lines, line));
  const beside = besideOf(lines, line);
  return beside === undefined
    ? { text, key: text, places: [] }
    : { text: `${text} ${beside}`, key: `${text} ${beside}`, places: [beside] };
}

const under = (heading: string, place: string, message: string): Located => ({
  text: `${heading}:${place} ${message}`,
  key: `${shortPath(heading)}\0${message}`,
  places: [place],
});

function at(place: RegExpExecArray, text: string): Located {
  const path = place[1] ?? "";
  const rest = text.slice(place[0].length);
  return { text, key: `${shortPath(path)}\0${rest}`, places: [place[2] ?? place[3] ?? ""] };
}

// One checkout is often seen from several folders.
const shortPath = (path: string): string => path.split(/[/\\]/).slice(-2).join("/");

const MESSAGE_LINES = 3;

// `file:16:22 lint/rule ━━━` carries its message in the next lines, behind a mark.
function withMessage(text: string, lines: readonly string[], line: number): string {
  const bare = text.replace(/ [━─-]{3,}$/, "").trimEnd();
  if (bare === text) return text;
  for (let next = line + 1; next <= line + MESSAGE_LINES; next++) {
    const below = lines[next]?.trim() ?? "";
    if (/^[×!✖✗] /.test(below)) return `${bare} ${below.slice(0, MAX_PLACE)}`;
  }
  return bare;
}

function besideOf(lines: readonly string[], line: number): string | undefined {
  for (let next = line + 1; next <= line + 2; next++) {
    const below = lines[next]?.trim() ?? "";
    if (below.startsWith("--> ") && below.length <= MAX_PLACE) return below;
  }
  for (let before = line - 1; before >= line - 3; before--) {
    const above = lines[before]?.trim() ?? "";
    if (above.startsWith('File "') && above.length <= MAX_PLACE) return `(${above})`;
  }
  return undefined;
}
