// The names of failing tests, as each runner prints them. One trimmed line in, the name as printed out.

const MAX_LINE = 400;

const FAILING: readonly RegExp[] = [
  // jest `● suite › test`, vitest `FAIL file > suite > test` and `× test 3ms`, node:test `✖ test`, ava `✘`
  /^(?:●|✖|✗|✘|×|❌) (?!failing tests:?$)\S/,
  /^FAIL {1,2}\S/,
  // mocha `1) suite`
  /^\d{1,5}\) \S/,
  // TAP, pytest, unittest
  /^not ok \d/,
  /^(?:FAILED|ERROR) \S{1,300}(?:::| - |$)/,
  /^(?:FAIL|ERROR): \S/,
  // cargo, go
  /^test \S{1,200} \.\.\. FAILED$/,
  /^---- \S{1,200} stdout ----$/,
  /^--- FAIL: \S/,
  /^FAIL\t\S/,
  // Gradle `Class > test FAILED`, .NET `Failed Name [5 ms]`, RSpec, ctest, Maven, JUnit's console
  /^\S.{0,200} > .{1,200} FAILED$/,
  /^(?:\[xUnit.net .{0,40}\] {1,6})?\S.{0,200} \[FAIL\]$/,
  /^Failed \S{1,200} \[/,
  /^rspec \S{1,200}:\d/,
  /^\d{1,5} - \S{1,200} \((?:Failed|Timeout|SEGFAULT|Not Run)\)/,
  /^\[ERROR\] {1,4}\S{1,200}(?:\.|:)\S/,
  /^\[ {2}FAILED {2}\] \S/,
  /^'?(?:├|└|\|).{0,120}\[X\]/,
];

const STARTS = "●✖✗✘×❌FEnt-[r'├└|";

/** Whether a trimmed line names a failing test. */
export function isFailingTest(trimmed: string): boolean {
  if (trimmed.length > MAX_LINE || !mayNameTest(trimmed)) return false;
  return FAILING.some((pattern) => pattern.test(trimmed));
}

function mayNameTest(text: string): boolean {
  const first = text[0] ?? "";
  if (STARTS.includes(first) || (first >= "0" && first <= "9")) return true;
  return text.endsWith("FAILED") || text.endsWith("[FAIL]");
}
