// The lines in which tools say how a run went: counts, totals, verdicts. Every pattern is anchored or a plain
// literal, and sees one trimmed line of bounded length.

const MAX_LINE = 240;

/** Cheap test before any pattern: nearly every summary holds a digit or one of these verdicts. */
const VERDICTS = [
  "PASS",
  "FAIL",
  "OK",
  "BUILD",
  "success",
  "Success",
  "commit",
  "up to date",
  "branch",
  "clean",
];

const SUMMARIES: readonly RegExp[] = [
  // jest, vitest, mocha, ava, bun, playwright, cypress
  /^(?:Tests|Test Suites|Test Files|Snapshots|Type Errors|Errors|Duration|Time):? {1,12}\d/,
  /^(?:Tests|Test Files|Test Suites):? {1,12}(?:no tests|\d)/,
  /^\d+ (?:passing|failing|pending|passed|failed|flaky|skipped|did not run|todo|pass|fail|expect\(\) calls)\b/,
  /^Ran \d+ tests?\b/,
  // node:test, TAP
  /^(?:ℹ|#) (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms|ok)\b/,
  /^\d+\.\.\d+$/,
  // pytest, unittest
  /^=+ .{0,160}(?:passed|failed|error|errors|skipped|no tests ran|deselected)\b.{0,80}=+$/,
  /^\d+ (?:passed|failed|errors?|skipped|deselected)(?:, \d+ \w+){0,6} in [\d.]+/,
  /^(?:FAILED|OK)(?: \([a-z =,\d]{1,80}\))?$/,
  // cargo, go
  /^test result: /,
  /^running \d+ tests?$/,
  /^(?:ok|FAIL|---|\?) {0,3}\t/,
  /^FAIL$|^PASS$/,
  // JUnit, Maven, Gradle, .NET, RSpec, PHPUnit, ctest
  /^(?:\[\w+\] )?Tests run: \d+/,
  /^(?:\[\w+\] )?BUILD (?:SUCCESS|FAILURE|SUCCESSFUL|FAILED)/,
  /^\d+ (?:tests? completed|examples?|actionable tasks?)\b/,
  /^\[ {1,10}\d+ (?:tests|containers) (?:found|started|successful|failed|skipped|aborted) {0,10}\]$/,
  /^(?:Passed|Failed)! {1,4}- Failed:/,
  /^Tests: \d+, Assertions: \d+/,
  /^OK \(\d+ tests?/,
  /^\d+% tests passed, \d+ tests? failed out of \d+/,
  // compilers, linters, type checkers, bundlers
  /^Found \d+ (?:errors?|warnings?|issues?|problems?|fixes)\b/,
  /^(?:✖ )?\d+ (?:problems?|errors?|warnings?)\b/,
  /^(?:error|warning): .{0,120}(?:could not compile|generated \d+ warnings?|aborting due to|previous errors?|emitted)/,
  /^(?:Checked|Formatted|Fixed) \d+ files?\b/,
  /^Success: no issues found|^All checks passed/,
  /^(?:Compiled|Failed to compile|webpack .{0,40}compiled|✓ built in|Build (?:succeeded|failed|completed)|Finished [`\w])/,
  /^(?:TOTAL|All files) .{0,80}\d/,
  /^make(?:\[\d+\])?: \*\*\* /,
  // package managers
  /^(?:added|removed|changed|audited|up to date)\b.{0,120}\bin \d/,
  /^(?:found )?\d+ (?:\w+ severity )?vulnerabilit/,
  /^(?:Successfully (?:installed|uninstalled|built)|Requirement already satisfied|Installed \d+ packages?|Resolved \d+)/,
  /^\d+ (?:upgraded|packages?)\b/,
  // git
  /^\d+ files? changed\b/,
  /^\[[\w./-]{1,80}(?: \(root-commit\))? [0-9a-f]{7,40}\] /,
  /^(?:On branch |HEAD detached|Your branch |nothing to commit|no changes added|Already up to date|Fast-forward|Switched to |Updating [0-9a-f]|Merge made by|CONFLICT |Automatic merge failed|Successfully rebased)/,
  /^(?:[0-9a-f]{7,40}\.\.\.?[0-9a-f]{7,40}|\* \[new (?:branch|tag)\]|! \[rejected\]|To \S{1,160}$)/,
  // HTTP, transfers, counting
  /^(?:< )?HTTP\/[\d.]{1,3} \d{3}/,
  /^\d+ total$|^total \d+$/,
  /^(?:real|user|sys)\t/,
];

/** Whether a trimmed line sums up a run: test counts, error totals, verdicts, what was installed or committed. */
export function isSummary(trimmed: string): boolean {
  if (trimmed.length > MAX_LINE || !mayBeSummary(trimmed)) return false;
  return SUMMARIES.some((pattern) => pattern.test(trimmed));
}

function mayBeSummary(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) return true;
  }
  return VERDICTS.some((word) => text.includes(word));
}
