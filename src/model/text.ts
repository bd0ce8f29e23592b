import { utf8Bytes } from "./format.ts";

// A text that ends (or begins) inside a surrogate pair makes strict JSON parsers refuse the whole request,
// that one and every later one: every cut of ours goes through these functions.

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** The first `max` UTF-16 units at most, never ending inside a character. */
export function head(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max > 0 && isHigh(text.charCodeAt(max - 1)) && isLow(text.charCodeAt(max)) ? max - 1 : max;
  return text.slice(0, Math.max(0, end));
}

/** The last `max` UTF-16 units at most, never beginning inside a character. */
export function tail(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max <= 0) return "";
  const start = text.length - max;
  const inside = isLow(text.charCodeAt(start)) && isHigh(text.charCodeAt(start - 1));
  return text.slice(inside ? start + 1 : start);
}

/** The beginning of a text that takes at most `max` bytes in UTF-8, never ending inside a character. */
export function headBytes(text: string, max: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of head(text, max)) {
    bytes += utf8Bytes(character);
    if (bytes > max) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Text with lone surrogates replaced by U+FFFD, as strict providers require. Returns `text` itself when sound. */
export function wellFormed(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0xd800 || code > 0xdfff) continue;
    if (isHigh(code) && isLow(text.charCodeAt(i + 1))) i++;
    else return replaceLone(text);
  }
  return text;
}

// `toWellFormed` exists on Node 20 and 22 but not in the ES2023 library types.
const replaceLone = (text: string): string => (text as string & { toWellFormed(): string }).toWellFormed();

/** Number of lines; a trailing line break does not begin another, and empty text has none. */
export function countLines(text: string): number {
  if (text === "") return 0;
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
