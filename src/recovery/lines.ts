// A text is addressed by line (from 1) and by character inside the line (UTF-16 units, from 0). The line break
// belongs to the line it ends, so that consecutive ranges put together are the text again, byte for byte.

export interface Lines {
  readonly text: string;
  /** Offset at which each line begins; empty for an empty text. */
  readonly starts: readonly number[];
}

export interface Position {
  readonly line: number;
  readonly char: number;
}

/** A part of a text, by offsets; `end` is not in it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function linesOf(text: string): Lines {
  let starts: readonly number[] | undefined;
  return {
    text,
    // Most texts of a search hold nothing that is looked for, and need no lines.
    get starts() {
      starts ??= lineStarts(text);
      return starts;
    },
  };
}

function lineStarts(text: string): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    starts.push(at);
    const lineBreak = text.indexOf("\n", at);
    at = lineBreak < 0 ? text.length : lineBreak + 1;
  }
  return starts;
}

/** Where a line begins; the end of the text for lines past the last. */
export const lineStart = ({ text, starts }: Lines, line: number): number => starts[line - 1] ?? text.length;

/** Where a line ends, its line break included. */
export const lineEnd = (lines: Lines, line: number): number => lineStart(lines, line + 1);

/** The line of an offset, from 1; the last line for the end of the text. */
export function lineAt({ starts }: Lines, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function positionAt(lines: Lines, offset: number): Position {
  const line = lineAt(lines, offset);
  return { line, char: offset - lineStart(lines, line) };
}

/** The text of a line without its line break. */
export function lineText(lines: Lines, line: number): string {
  const end = lineEnd(lines, line);
  const { text } = lines;
  return text.slice(lineStart(lines, line), text[end - 1] === "\n" ? end - 1 : end);
}

/** The offset itself, or one less where it stands inside a character of two units. */
export function characterStart(text: string, offset: number): number {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff ? offset - 1 : offset;
}
