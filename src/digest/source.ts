import { head, tail } from "../model/text.ts";
import { clean } from "./clean.ts";
import type { DigestCall } from "./types.ts";

/** A result made ready for reading: cleaned, and what the host appended taken off. */
export interface Source {
  readonly call: DigestCall;
  readonly text: string;
  /** The lines of `text`. */
  readonly lines: readonly string[];
  /** The host's own remark that the text is not all of it, with the path or offset of the rest. */
  readonly notice?: string;
}

// Hosts cut results near 50 KB; tools that bring their own are read at both ends, which bounds time and memory.
const END_CHARS = 1_000_000;

export function readSource(call: DigestCall): Source {
  const cleaned = clean(ends(call.text)).trimEnd();
  const text = isStatus(lastLine(cleaned)) ? withoutLastLine(cleaned) : cleaned;
  const notice = lastLine(text);
  if (!isNotice(notice)) return { call, text, lines: linesOf(text) };
  const rest = withoutLastLine(text);
  return { call, text: rest, lines: linesOf(rest), notice: notice.trim() };
}

const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.split("\n"));
const lastLine = (text: string): string => text.slice(text.lastIndexOf("\n") + 1);
const withoutLastLine = (text: string): string =>
  text.slice(0, Math.max(0, text.lastIndexOf("\n"))).trimEnd();

function ends(text: string): string {
  return text.length <= 2 * END_CHARS ? text : `${head(text, END_CHARS)}\n${tail(text, END_CHARS)}`;
}

// Said by `outcomeOf` in the stub's header.
const isStatus = (line: string): boolean =>
  line.startsWith("Command exited with code ") ||
  line.startsWith("Command timed out after ") ||
  line === "Command aborted" ||
  line === "Command terminated without an exit code";

/** Characters a host's notice may have. */
export const MAX_NOTICE = 400;
const NOTICE_WORDS = [
  "Showing ",
  "Full output",
  "Use offset",
  "limit reached",
  "truncated",
  "more lines",
  "raw output",
  "artifact://",
  "Truncated",
  " limit",
];

/** Whether a last line is a host's remark that a result is not whole. */
export function isNotice(line: string): boolean {
  if (line.length > MAX_NOTICE) return false;
  const bracketed = line.startsWith("[") && line.endsWith("]");
  return (bracketed || line.startsWith("... (")) && NOTICE_WORDS.some((words) => line.includes(words));
}
