import { matcher, type Pattern } from "./patterns.ts";

// The names of failing tests, as each runner prints them.
const MAX_LINE = 400;

const FAILING: readonly Pattern[] = [
  // jest `● suite › test`, vitest and mocha `× test`, node:test `✖ test`, ava `✘ test`
  ["●✖✗✘×❌", /^[●✖✗✘×❌] (?!failing tests:?$)\S/],
  // vitest `FAIL  file > test`, go `FAIL<tab>package`
  ["F", /^FAIL(?: {1,2}|\t)\S/],
  // mocha's list
  ["0", /^\d{1,5}\) \S/],
  // TAP, pytest, unittest
  ["n", /^not ok \d/],
  ["FE", /^(?:FAILED|ERROR) \S{1,300}(?:::| - |$)/],
  ["FE", /^(?:FAIL|ERROR): \S/],
  // cargo, go
  ["t", (line) => line.startsWith("test ") && line.endsWith(" ... FAILED")],
  ["-", /^---- \S{1,200} stdout ----$/],
  ["-", /^--- FAIL: \S/],
  // .NET, RSpec, ctest, Maven, googletest, JUnit's console
  ["F", /^Failed \S{1,200} \[/],
  ["r", /^rspec \S{1,200}:\d/],
  ["0", /^\d{1,5} - \S{1,200} \((?:Failed|Timeout|SEGFAULT|Not Run)\)/],
  ["[", /^\[ERROR\] {1,4}[\w$]{1,100}[.:]\S/],
  ["[", /^\[ {2}FAILED {2}\] \S/],
  ["'├└|", (line) => line.endsWith("[X]") || line.includes(" [X] ")],
];

const startsLikeFailing = matcher(FAILING, MAX_LINE);

/** Whether a trimmed line names a failing test. */
export function isFailingTest(trimmed: string): boolean {
  if (startsLikeFailing(trimmed)) return true;
  // Gradle `Class > test FAILED`, xUnit `Namespace.Test [FAIL]`
  if (trimmed.length > MAX_LINE) return false;
  return trimmed.endsWith(" [FAIL]") || (trimmed.endsWith(" FAILED") && trimmed.includes(" > "));
}
