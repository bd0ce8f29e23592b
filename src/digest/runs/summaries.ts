import { matcher, type Pattern } from "./patterns.ts";

// The lines in which tools say how a run went: counts, totals, verdicts. Each pattern is anchored, has single bounded
// repetitions, and sees one trimmed line of at most this many characters.
const MAX_LINE = 240;

const PYTEST_WORDS = ["passed", "failed", "error", "skipped", "no tests ran", "deselected"];
const isPytestEnd = (line: string) => line.endsWith("==") && PYTEST_WORDS.some((word) => line.includes(word));

const RUNNERS: readonly Pattern[] = [
  // jest, vitest, mocha, ava, bun, playwright
  ["TSED", /^(?:Tests|Test Suites|Test Files|Snapshots|Type Errors|Errors|Duration|Time):? {1,12}\d/],
  ["T", /^(?:Tests|Test Files|Test Suites):? {1,12}no tests/],
  [
    "0",
    /^\d+ (?:passing|failing|pending|passed|failed|flaky|skipped|did not run|todo|pass|fail|expect\(\) calls)\b/,
  ],
  ["R", /^Ran \d+ tests?\b/],
  // node:test, TAP
  ["ℹ#", /^(?:ℹ|#) (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms|ok)\b/],
  ["0", /^\d+\.\.\d+$/],
  // pytest, unittest
  ["=", isPytestEnd],
  ["0", /^\d+ (?:passed|failed|errors?|skipped|deselected)(?:, \d+ \w+){0,6} in [\d.]+/],
  ["FO", /^(?:FAILED|OK)(?: \([a-z =,\d]{1,80}\))?$/],
  // cargo, go
  ["t", /^test result: /],
  ["r", /^running \d+ tests?$/],
  ["oF-?", /^(?:ok|FAIL|---|\?) {0,3}\t/],
  ["FP", /^(?:FAIL|PASS)$/],
  // JUnit, Maven, Gradle, .NET, PHPUnit, RSpec, ctest
  ["[T", /^(?:\[\w+\] )?Tests run: \d+/],
  ["[B", /^(?:\[\w+\] )?BUILD (?:SUCCESS|FAIL)/],
  ["0", /^\d+ (?:tests? completed|examples?|actionable tasks?)\b/],
  ["[", /^\[ {1,10}\d+ (?:tests|containers) (?:found|started|successful|failed|skipped|aborted) {0,10}\]$/],
  ["PF", /^(?:Passed|Failed)! {1,4}- Failed:/],
  ["T", /^Tests: \d+, Assertions: \d+/],
  ["O", /^OK \(\d+ tests?/],
  ["0", /^\d+% tests passed, \d+ tests? failed out of \d+/],
];

const BUILDS: readonly Pattern[] = [
  // compilers, linters, type checkers, bundlers, coverage
  ["F", /^Found \d+ (?:errors?|warnings?|issues?|problems?|fixes|infos?)\b/],
  ["✖0", /^(?:✖ )?\d+ (?:problems?|errors?|warnings?)\b/],
  ["ew", /^(?:error|warning): (?:could not compile|aborting due to)/],
  ["ew", /^(?:error|warning): `[^`]{1,80}` \([^)]{1,80}\) generated \d+ warnings?/],
  ["CF", /^(?:Checked|Formatted|Fixed) \d+ files?\b/],
  ["SA", /^(?:Success: no issues found|All checks passed)/],
  [
    "CFBw",
    /^(?:Compiled |Failed to compile|Build (?:succeeded|failed|completed)|Finished [`\w]|webpack [\d.]{1,20} compiled)/,
  ],
  ["✓", /^✓ built in/],
  ["TA", /^(?:TOTAL|All files) {1,40}\|? {0,40}\d/],
  ["m", /^make(?:\[\d+\])?: \*\*\* /],
];

const OTHERS: readonly Pattern[] = [
  // package managers
  ["arcu", /^(?:added|removed|changed|audited|up to date)\b[^\n]{0,120} in \d/],
  ["f0", /^(?:found )?\d+ (?:\w+ severity )?vulnerabilit/],
  [
    "SRI",
    /^(?:Successfully (?:installed|uninstalled|built)|Requirement already satisfied|Installed \d+ |Resolved \d+ )/,
  ],
  ["0", /^\d+ (?:upgraded|packages? (?:installed|added|updated|are|can))\b/],
  // git
  ["0", /^\d+ files? changed\b/],
  ["[", /^\[[\w./-]{1,80}(?: \(root-commit\))? [0-9a-f]{7,40}\] /],
  [
    "OHYnA",
    /^(?:On branch |HEAD detached|Your branch |nothing to commit|no changes added|Already up to date|Automatic merge)/,
  ],
  ["FSUMC", /^(?:Fast-forward|Switched to |Updating [0-9a-f]|Merge made by|CONFLICT |Successfully rebased)/],
  ["abcdef0", /^[0-9a-f]{7,40}\.\.\.?[0-9a-f]{7,40}\b/],
  ["*!T", /^(?:\* \[new (?:branch|tag)\]|! \[rejected\]|To \S{1,160}$)/],
  // HTTP, counting, timing
  ["<H", /^(?:< )?HTTP\/[\d.]{1,3} \d{3}/],
  ["0t", /^(?:\d+ total|total \d+)$/],
  ["rus", /^(?:real|user|sys)\t/],
];

const sumsUp = matcher([...RUNNERS, ...BUILDS, ...OTHERS], MAX_LINE);

/**
 * Whether a trimmed line sums up a run: test counts, error totals, verdicts, what was installed or committed. Runs of
 * many packages put the package in front.
 */
export const isSummary = (trimmed: string): boolean =>
  sumsUp(trimmed) || (trimmed.length <= MAX_LINE && sumsUp(withoutPackage(trimmed)));

const MAX_PACKAGE = 100;

// `@acme/cart:test: `, `packages/cart test: `, `cart | `
function withoutPackage(line: string): string {
  const colon = line.indexOf(": ");
  const end = colon < 0 ? line.indexOf(" | ") : colon;
  if (end < 1 || end > MAX_PACKAGE) return "";
  const blank = line.indexOf(" ");
  if (blank < end && line.indexOf(" ", blank + 1) < end) return "";
  return line.slice(end + (colon < 0 ? " | " : ": ").length).trimStart();
}

const isModeChange = matcher([["cdr", /^(?:create|delete|rename|copy) (?:mode \d+ )?\S/]], MAX_LINE);
const STAT = /^\S{1,200} {1,40}\| {1,8}(?:\d+ [+-]{0,80}|Bin\b)/;

/** Whether a trimmed line tells what a commit or merge did to one file. */
export function isFileChange(trimmed: string): boolean {
  if (trimmed.length > MAX_LINE) return false;
  return trimmed.includes(" | ") ? STAT.test(trimmed) : isModeChange(trimmed);
}
