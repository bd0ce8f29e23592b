import { utf8Bytes } from "../model/format.ts";

/** How much of an answer something may take. */
export interface Budget {
  readonly bytes: number;
  readonly lines: number;
}

/** What one answer may hold in all: the limits Pi sets for its own tools. */
export const TOTAL: Budget = { bytes: 50 * 1024, lines: 2000 };

export const sizeOf = (text: string): Budget => ({ bytes: utf8Bytes(text), lines: lineBreaks(text) + 1 });

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Divides `total` fairly: nobody gets more than it wants, and what small ones leave goes to the larger ones. */
export function fairShares(wants: readonly number[], total: number): readonly number[] {
  const shares = wants.map(() => 0);
  const order = wants.map((_, index) => index).sort((a, b) => (wants[a] ?? 0) - (wants[b] ?? 0) || a - b);
  let left = total;
  for (const [place, index] of order.entries()) {
    const share = Math.min(wants[index] ?? 0, Math.floor(left / (order.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/** The text, cut to so many UTF-8 bytes at a character boundary; a cut shows as `…`. */
export function clip(text: string, bytes: number): string {
  // No text of fewer units than a third of the bytes can be too long.
  if (text.length * 3 <= bytes || utf8Bytes(text) <= bytes) return text;
  return `${text.slice(0, endWithin(text, { start: 0, end: text.length }, bytes - 3))}…`;
}

/** The offset up to which a part of a text takes at most so many UTF-8 bytes; never inside a character. */
export function endWithin(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  bytes: number,
): number {
  let left = bytes;
  let at = start;
  while (at < end) {
    const point = text.codePointAt(at) ?? 0;
    left -= pointBytes(point);
    if (left < 0) break;
    at += point < 0x10000 ? 1 : 2;
  }
  return Math.min(at, end);
}

function pointBytes(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
