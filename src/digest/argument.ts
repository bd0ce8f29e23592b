import { countLines, head } from "../model/text.ts";

const FIRST_LINE_CHARS = 80;

/**
 * A short description (at most 200 characters) of one long string argument: its lines and its first line that is
 * not blank. `path` leads to the string inside the call's arguments.
 */
export function digestArgument(_toolName: string, _path: readonly (string | number)[], text: string): string {
  const lines = countLines(text);
  const first = text.split("\n", 20).find((line) => line.trim() !== "");
  const count = `${lines} line${lines === 1 ? "" : "s"}`;
  return first === undefined ? count : `${count}: ${head(first.trim(), FIRST_LINE_CHARS)}`;
}
