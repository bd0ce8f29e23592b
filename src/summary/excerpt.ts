import { head, tail } from "../model/text.ts";

/**
 * At most `max` characters of a text: its beginning and its end, with a line between them that says how much is
 * missing. Returns `text` itself when it fits.
 */
export function excerpt(text: string, max: number): string {
  if (text.length <= max) return text;
  const mark = `\n[... cut: ${text.length} characters in all, beginning and end shown ...]\n`;
  const room = max - mark.length;
  if (room <= 0) return head(mark.trim(), Math.max(0, max));
  const front = Math.ceil(room / 2);
  return `${head(text, front)}${mark}${tail(text, room - front)}`;
}

/** The largest share with which all together stay within `total`, when nobody takes more than its own size. */
export function fairShare(sizes: readonly number[], total: number): number {
  const ascending = [...sizes].sort((a, b) => a - b);
  let left = Math.max(0, total);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Number.MAX_SAFE_INTEGER;
}
