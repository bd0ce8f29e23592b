import { expect, it } from "vitest";
import { troublesIn } from "../../src/digest/failures.ts";
import { troubleIn } from "../../src/digest/signals.ts";

it.each([
  ["error: disk full", "failure"],
  ["TypeError: x is not a function", "failure"],
  ["2 tests failed", "failure"],
  ["sh: 1: frob: not found", "failure"],
  ["✗ adds numbers", "failure"],
  ["DeprecationWarning: use b", "warning"],
  ["warning: unused variable", "warning"],
  ["0 errors, no warnings", undefined],
  ["errors: 0", undefined],
  ["src/errors/not-found.ts", undefined],
  ["core::panicking::panic_fmt", undefined],
  ["throwOnError(handle)", undefined],
  ["npm run check --no-errors", undefined],
  ["all is well", undefined],
])("%j sounds like %j", (line, trouble) => {
  expect(troubleIn(line)).toBe(trouble);
});

const reports = (text: string) => troublesIn(text.split("\n")).reports.map((point) => point.text);

it("a message is told once per file with all its places", () => {
  const text = [
    "src/a.ts(3,1): error TS2554: Expected 1 argument.",
    "../pkg/src/a.ts(3,1): error TS2554: Expected 1 argument.",
    "src/a.ts(9,1): error TS2554: Expected 1 argument.",
    "src/b.ts(4,2): error TS2554: Expected 1 argument.",
  ].join("\n");
  expect(reports(text)).toEqual([
    "src/a.ts(3,1): error TS2554: Expected 1 argument. (also 9,1)",
    "src/b.ts(4,2): error TS2554: Expected 1 argument.",
  ]);
});

it.each([
  [
    "rustc's arrow",
    "error[E0425]: cannot find `x`\n --> src/main.rs:7:5",
    "error[E0425]: cannot find `x` (src/main.rs:7:5)",
  ],
  [
    "Python's frame",
    '  File "a.py", line 3, in f\n    g()\nValueError: bad',
    'ValueError: bad (File "a.py", line 3, in f)',
  ],
  [
    "the first own frame",
    "TypeError: no\n    at node:internal/x:1:1\n    at f (app.js:2:9)",
    "TypeError: no (at f (app.js:2:9))",
  ],
  [
    "text behind a colon",
    "thread 'main' panicked at src/main.rs:1:9:\nindex out of bounds",
    "thread 'main' panicked at src/main.rs:1:9: index out of bounds",
  ],
  [
    "biome's message",
    "src/a.js:2:7 lint/noVar ━━━━━━━\n\n  × Use const.",
    "src/a.js:2:7 lint/noVar × Use const.",
  ],
])("a message is told with %s", (_, text, report) => {
  expect(reports(text)).toEqual([report]);
});

it("a linter's messages stand under the name of their file", () => {
  expect(reports("/p/a.js\n  1:2  error  No x  no-x\n  3:4  error  No y  no-y\n")).toEqual([
    "/p/a.js",
    "  1:2 error No x no-x",
    "  3:4 error No y no-y",
  ]);
});
