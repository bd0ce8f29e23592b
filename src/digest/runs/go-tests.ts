import type { Point } from "../findings.ts";

// `go test` prints what a test said below `--- FAIL`, and with -v above it, as `    file.go:12: message`: nothing in such
// a line tells that it is an error.
const MESSAGE = /^[ \t]{2,40}[^\s:]{1,200}:\d{1,7}: \S/;
const MAX_MESSAGES = 8;
const MAX_LINES = 200;

const isEnd = (line: string) => line.startsWith("--- ");

/** What a failing test said, by the line that begins with `--- FAIL: `, however deep it is indented. */
export function messagesOf(lines: readonly string[], line: number): readonly Point[] {
  const raw = lines[line] ?? "";
  if (!raw.trimStart().startsWith("--- FAIL: ")) return [];
  const found = [...(raw.startsWith("---") ? linesAbove(lines, line) : []), ...linesBelow(lines, line)];
  return found.slice(0, MAX_MESSAGES).map((at) => ({ line: at, text: `  ${lines[at]?.trim()}` }));
}

function linesBelow(lines: readonly string[], line: number): readonly number[] {
  const found: number[] = [];
  for (let at = line + 1; at <= line + MAX_LINES; at++) {
    const text = lines[at] ?? "";
    if (text.charCodeAt(0) !== 32 && text.charCodeAt(0) !== 9) break;
    if (text.trimStart().startsWith("--- ")) break;
    if (MESSAGE.test(text.slice(0, MAX_CHARS))) found.push(at);
  }
  return found;
}

const MAX_CHARS = 300;

function linesAbove(lines: readonly string[], line: number): readonly number[] {
  const started = `=== RUN   ${/^--- FAIL: (\S{1,200})/.exec(lines[line] ?? "")?.[1]}`;
  const found: number[] = [];
  for (let at = line - 1; at >= Math.max(0, line - MAX_LINES); at--) {
    const text = lines[at] ?? "";
    if (isEnd(text) || text.trimEnd() === started) break;
    if (MESSAGE.test(text.slice(0, MAX_CHARS))) found.unshift(at);
  }
  return found;
}

const PASSED = "--- PASS: ";
const EQUALS = 61;
const DASH = 45;
const ROUTINE = ["=== RUN ", "=== PAUSE ", "=== CONT ", "=== NAME ", PASSED];

/** Whether a trimmed line only says that a test began or passed. */
export const isRoutine = (trimmed: string): boolean =>
  (trimmed.charCodeAt(0) === EQUALS || trimmed.charCodeAt(0) === DASH) &&
  ROUTINE.some((words) => trimmed.startsWith(words));

/** How many tests passed, when several did. */
export function passes(lines: readonly string[]): readonly Point[] {
  const passed = lines.flatMap((text, line) => (text.trimStart().startsWith(PASSED) ? [line] : []));
  const [first] = passed;
  return first === undefined || passed.length < 2
    ? []
    : [{ line: first, text: `${PASSED}… (×${passed.length})` }];
}
