import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "@mariozechner/pi-tui";
import { wellFormed } from "../model/text.ts";

/** What a piece of text means; the theme decides how that looks. */
export type Tone = "text" | "border" | "accent" | "muted" | "dim" | "success" | "warning" | "error";

export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  readonly bold?: boolean;
}

/** One line of a screen before it is cut and coloured. Its texts are printable: see `printable`. */
export type Line = readonly Span[];

/** The part of Pi's theme that lines are painted with. */
export interface Paint {
  fg(tone: Tone, text: string): string;
  bold(text: string): string;
}

export const span = (text: string, tone?: Tone): Span => (tone === undefined ? { text } : { text, tone });

/** A line of one piece. */
export const line = (text: string, tone?: Tone): Line => [span(text, tone)];

export const lineText = (spans: Line): string => spans.map(({ text }) => text).join("");

export const lineWidth = (spans: Line): number => visibleWidth(lineText(spans));

// Control characters, and what would turn the direction of the rest of the line around.
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Text from outside as a part of one line: nothing in it moves the cursor or changes a colour. */
export const printable = (text: string): string =>
  wellFormed(text)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "")
    .replace(UNPRINTABLE, " ");

/** The text in at most `width` columns; what was cut off shows as "…". */
export function cut(text: string, width: number): string {
  if (width <= 0) return "";
  if (visibleWidth(text) <= width) return text;
  // Pi's function puts resets around its ellipsis; the text has no style yet.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the reset sequence
  return `${truncateToWidth(text, width - 1, "").replace(/\u001b\[0m/g, "")}…`;
}

/** The text and blanks up to `width` columns. */
export function pad(text: string, width: number): string {
  const short = cut(text, width);
  return short + " ".repeat(Math.max(0, width - visibleWidth(short)));
}

/** A line in at most `width` columns. */
export function cutLine(spans: Line, width: number): Line {
  if (lineWidth(spans) <= width) return spans;
  const kept: Span[] = [];
  let left = width;
  for (const each of spans) {
    const columns = visibleWidth(each.text);
    // The ellipsis needs a column of its own where this piece would fill the rest.
    if (columns >= left) {
      kept.push({ ...each, text: columns === left ? cut(`${each.text} `, left) : cut(each.text, left) });
      break;
    }
    kept.push(each);
    left -= columns;
  }
  return kept;
}

/** `left` and, flush with the other side, `right`; without `right` where less than half of the width is left. */
export function spread(left: Line, right: Line, width: number): Line {
  const columns = lineWidth(right);
  if (columns === 0 || columns + 2 > width / 2) return cutLine(left, width);
  const short = cutLine(left, width - columns - 2);
  return [...short, span(" ".repeat(Math.max(0, width - columns - lineWidth(short)))), ...right];
}

/** Text in as many lines as it takes. */
export const wrap = (text: string, width: number): readonly string[] =>
  wrapTextWithAnsi(text, Math.max(1, width)).map((each) => cut(each, width));

/** The line as it goes to the terminal, never wider than `width` columns. */
export const printLine = (spans: Line, width: number, paint: Paint): string =>
  cutLine(spans, width)
    .filter(({ text }) => text !== "")
    .map(({ text, tone, bold }) => {
      const strong = bold ? paint.bold(text) : text;
      return tone === undefined ? strong : paint.fg(tone, strong);
    })
    .join("");
