import { cutHead } from "./cut.ts";

/** A message with the places in files it is about. */
export interface Located {
  /** The message as printed, with its first place. */
  readonly text: string;
  /** Equal for the same message about the same file. */
  readonly key: string;
  /** `12:5`, `12,5` or `12`, in order; none when the message names no place. */
  readonly places: readonly string[];
  /** The line below that was taken into the text. */
  readonly below?: number;
}

const MAX_TEXT = 400;
const MAX_BESIDE = 160;
const PLACE = /^([^\s:()][^:()]{0,250}[\w)\]])(?::(\d{1,7}(?::\d{1,5})?)(?!\d)|\((\d{1,7}(?:,\d{1,5})?)\))/;

/**
 * The message that begins at a line, together with what other lines say of it: where (rustc's `-->`, Python's `File`,
 * the first frame of a stack), or what (text behind a colon at the end, biome's message under its rule).
 */
export function locate(lines: readonly string[], line: number): Located {
  const { text, below } = withMessage(lines, line);
  const taken = below === undefined ? {} : { below };
  const place = PLACE.exec(text);
  if (place !== null) return { ...at(place, text), ...taken };
  const beside = placeBelow(lines, line) ?? placeAbove(lines, line);
  const whole = beside === undefined ? text : `${text} (${beside})`;
  return { text: whole, key: whole, places: beside === undefined ? [] : [beside], ...taken };
}

function at(place: RegExpExecArray, text: string): Located {
  const path = place[1] ?? "";
  const rest = text.slice(place[0].length);
  return { text, key: `${shortPath(path)}\0${rest}`, places: [place[2] ?? place[3] ?? ""] };
}

// One checkout is often seen from several folders.
const shortPath = (path: string): string => path.split(/[/\\]/).slice(-2).join("/");

const MESSAGE_LINES = 3;

interface Message {
  readonly text: string;
  readonly below?: number;
}

function withMessage(lines: readonly string[], line: number): Message {
  const text = cutHead(lines[line] ?? "", MAX_TEXT).trim();
  const bare = text.replace(/ [━─-]{3,}$/, "").trimEnd();
  const isRule = bare !== text;
  if (!isRule && !text.endsWith(":")) return { text };
  for (let below = line + 1; below <= line + MESSAGE_LINES; below++) {
    const next = lines[below]?.trim() ?? "";
    if (isRule ? /^[×!✖✗] /.test(next) : next !== "")
      return { text: `${bare} ${cutHead(next, MAX_BESIDE)}`, below };
  }
  return { text: bare };
}

const LINES_BELOW = 6;
const LINES_ABOVE = 3;

function placeBelow(lines: readonly string[], line: number): string | undefined {
  for (let next = line + 1; next <= line + LINES_BELOW; next++) {
    const below = lines[next]?.trim() ?? "";
    if (below.length > MAX_BESIDE) continue;
    if (below.startsWith("--> ") && next <= line + 2) return below.slice("--> ".length);
    if (isOwnFrame(below)) return below;
  }
  return undefined;
}

// The first frame of a stack that is the project's own.
const isOwnFrame = (line: string): boolean =>
  line.startsWith("at ") &&
  !line.includes("node:") &&
  !line.includes("node_modules") &&
  /:\d{1,7}\)?/.test(line);

function placeAbove(lines: readonly string[], line: number): string | undefined {
  for (let before = line - 1; before >= line - LINES_ABOVE; before--) {
    const above = lines[before]?.trim() ?? "";
    if (above.startsWith('File "') && above.length <= MAX_BESIDE) return above;
  }
  return undefined;
}
