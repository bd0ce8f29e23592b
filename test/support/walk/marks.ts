import { stringsIn } from "../requests.ts";
import type { Random } from "./random.ts";

const MARK = /mark \d{9}/g;

/** A text that nothing else in a walk says, so that it tells of one message only. */
export const newMark = (random: Random): string => `mark ${random.int(100_000_000, 999_999_999)}`;

/** A shell command that says a mark, and does not hold it. */
export function sayMark(random: Random): string {
  const number = random.int(100_000_000, 999_999_998);
  return `echo "error: mark $((${number} + 1))"`;
}

/** Every mark that stands in the strings of a value. */
export const marksIn = (value: unknown): ReadonlySet<string> =>
  new Set([...stringsIn(value)].flatMap((text) => text.match(MARK) ?? []));

/** A copy of a value in which no mark can be read any more. */
export function masked<T>(value: T): T {
  // What stands in a session is JSON.
  return JSON.parse(JSON.stringify(value).replaceAll(MARK, "[masked]"));
}
