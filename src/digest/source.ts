import { head, tail } from "../model/text.ts";
import { clean } from "./clean.ts";
import type { DigestCall } from "./types.ts";

/** A result made ready for reading: cleaned, split into lines, and what the host appended taken off. */
export interface Source {
  readonly call: DigestCall;
  readonly lines: readonly string[];
  /** The host's own remark that the text is not all of it, with the path or offset of the rest. */
  readonly notice?: string;
}

// Hosts cut results near 50 KB; tools that bring their own are read at both ends, which bounds time and memory.
const END_CHARS = 1_000_000;

export function readSource(call: DigestCall): Source {
  const lines = clean(ends(call.text)).split("\n");
  dropBlankEnd(lines);
  if (isStatus(lines.at(-1) ?? "")) lines.pop();
  dropBlankEnd(lines);
  const last = lines.at(-1) ?? "";
  if (!isNotice(last)) return { call, lines };
  lines.pop();
  dropBlankEnd(lines);
  return { call, lines, notice: last.trim() };
}

function ends(text: string): string {
  return text.length <= 2 * END_CHARS ? text : `${head(text, END_CHARS)}\n${tail(text, END_CHARS)}`;
}

function dropBlankEnd(lines: string[]): void {
  while (lines.length > 0 && lines.at(-1)?.trim() === "") lines.pop();
}

// Said by `outcomeOf` in the stub's header.
const isStatus = (line: string): boolean =>
  line.startsWith("Command exited with code ") ||
  line.startsWith("Command timed out after ") ||
  line === "Command aborted" ||
  line === "Command terminated without an exit code";

const MAX_NOTICE = 400;
const NOTICE_WORDS = [
  "Showing ",
  "Full output",
  "Use offset",
  "limit reached",
  "truncated",
  "more lines",
  "Truncated",
  " limit",
];

function isNotice(line: string): boolean {
  if (line.length > MAX_NOTICE) return false;
  const bracketed = line.startsWith("[") && line.endsWith("]");
  return (bracketed || line.startsWith("... (")) && NOTICE_WORDS.some((words) => line.includes(words));
}
