import { tail } from "../model/text.ts";
import type { DigestCall } from "./types.ts";

// Longer than any status the hosts append, short enough for a regular expression.
const STATUS_CHARS = 300;

/**
 * How the call ended, for the header of its stub: `exit 1`, `aborted`, `timed out after 30 s`, `error`; undefined
 * when it went well. Both hosts' bash appends its status as the last line of a failing result.
 */
export function outcomeOf(call: DigestCall): string | undefined {
  const last = tail(call.text.trimEnd(), STATUS_CHARS).split("\n").at(-1) ?? "";
  const code = /^Command exited with code (-?\d{1,10})$/.exec(last)?.[1];
  if (code !== undefined) return `exit ${code}`;
  if (!call.isError) return undefined;
  if (last === "Command aborted") return "aborted";
  if (last === "Command terminated without an exit code") return "killed";
  const seconds = /^Command timed out after ([\d.]{1,12}) seconds/.exec(last)?.[1];
  return seconds === undefined ? "error" : `timed out after ${seconds} s`;
}
