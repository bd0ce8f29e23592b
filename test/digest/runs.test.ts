import { describe, expect, it } from "vitest";
import { digestCall } from "../../src/digest/digest.ts";
import { isFailingTest } from "../../src/digest/runs/failing-tests.ts";
import { isFileChange, isSummary } from "../../src/digest/runs/summaries.ts";
import { DEFAULT_BUDGET } from "../../src/digest/types.ts";
import { call, numbered } from "./call.ts";

it.each([
  "Tests:       2 failed, 3 passed, 5 total",
  "Test Files  1 failed | 2 passed (3)",
  "12 passing (40ms)",
  "ℹ fail 2",
  "# pass 14",
  "1..16",
  "=================== 2 failed, 5 passed in 0.12s ====================",
  "Ran 3 tests in 0.004s",
  "FAILED (failures=1, errors=1)",
  "test result: FAILED. 3 passed; 1 failed; 0 ignored",
  "ok  \texample.com/shop/cart\t0.213s",
  "FAIL\texample.com/shop/cart\t0.213s",
  "[ERROR] Tests run: 14, Failures: 2, Errors: 1, Skipped: 3",
  "BUILD SUCCESSFUL in 3s",
  "Failed!  - Failed:     1, Passed:     3, Skipped:     0, Total:     4",
  "5 examples, 1 failure",
  "67% tests passed, 1 tests failed out of 3",
  "Found 3 errors in 2 files.",
  "✖ 9 problems (7 errors, 2 warnings)",
  'error: could not compile `x` (bin "x") due to 2 previous errors',
  "added 5 packages, and audited 6 packages in 1s",
  "3 vulnerabilities (1 low, 2 high)",
  "Successfully installed requests-2.31.0",
  "[main 1a2b3c4] subject",
  "4 files changed, 10 insertions(+), 2 deletions(-)",
  "1a2b3c4..5d6e7f8  main -> main",
  "HTTP/1.1 404 Not Found",
  "make: *** [Makefile:5: app] Error 1",
  "@acme/cart: Found 3 errors in 2 files.",
  "@acme/cart:test: Tests:       2 failed, 3 passed, 5 total",
  "packages/cart test: Test Files  1 failed | 2 passed (3)",
])("%j sums up a run", (line) => {
  expect(isSummary(line)).toBe(true);
});

it.each([
  "42 packages/core/a.ts",
  "Tests are fun",
  "FAILED_STATE = 3",
  "const ok = 1;",
  "= 3 =",
  "total",
  "",
  "import x from 'y'",
])("%j sums up nothing", (line) => {
  expect(isSummary(line)).toBe(false);
});

it.each([
  "● math › refuses to divide by zero",
  "FAIL  test/cart.test.ts > cart > adds",
  "× keeps the order 5ms",
  "1) refuses to divide by zero",
  "not ok 2 - reads prices",
  "FAILED test_shop.py::test_total - assert 1 == 2",
  "ERROR: test_missing (shop.InvoiceTest)",
  "test tests::split ... FAILED",
  "--- FAIL: TestCart/empty (0.00s)",
  "LedgerTest > closesTheBooks() FAILED",
  "Shop.Tests.CartTest.Adds [FAIL]",
  "rspec ./spec/cart_spec.rb:12 # Cart adds",
  "2 - overflow_is_reported (Failed)",
  "[ERROR]   LedgerTest.closesTheBooks:42 expected:<1>",
  "[  FAILED  ] Cart.Adds",
])("%j names a failing test", (line) => {
  expect(isFailingTest(line)).toBe(true);
});

it.each([
  "✔ adds numbers",
  "ok 1 - adds",
  "test tests::sum ... ok",
  "--- PASS: TestCart",
  "✖ failing tests:",
  "12 passing",
  "",
])("%j names none", (line) => {
  expect(isFailingTest(line)).toBe(false);
});

describe("counts", () => {
  const noise = numbered(30, (i) => `compiled module ${i} of the workspace into its own bundle`);
  const digest = (lines: readonly string[], isError: boolean) =>
    digestCall(call([...noise, ...lines].join("\n"), { isError }), DEFAULT_BUDGET);

  it.each<[string, (i: number) => string, boolean]>([
    ["jest", (i) => `Tests:       ${i + 1} failed, ${80 + i} passed, ${81 + 2 * i} total`, true],
    ["cargo", (i) => `test result: ok. ${12 + i} passed; 0 failed; 0 ignored; finished in 0.0${i}s`, false],
    ["go", (i) => `ok  \texample.com/p${i}\t0.0${i}s\tcoverage: ${15 + 10 * i}.0% of statements`, false],
    ["tsc", (i) => `@acme/p${i}: Found ${i + 3} errors in ${i + 2} files.`, true],
  ])("of several packages are each told: %s", (_, line, isError) => {
    const lines = numbered(5, line);
    const text = digest(lines, isError);
    expect(lines.filter((one) => !text.split("\n").includes(one))).toEqual([]);
  });

  it("of nothing but packages are no table", () => {
    const lines = numbered(
      5,
      (i) => `ok  \texample.com/p${i}\t0.00${i}s\tcoverage: ${15 + 11 * i}.0% of statements`,
    );
    const text = digestCall(call(lines.join("\n")), { ...DEFAULT_BUDGET, minTokens: 200 });
    expect(text.split("\n")).toEqual(lines);
  });

  it("that are equal are told once, with their number", () => {
    const text = digest(["3 passing (1s)", ...numbered(3, () => "12 passing (1s)")], false);
    expect(text.split("\n").filter((line) => line.includes("passing"))).toEqual([
      "3 passing (1s)",
      "12 passing (1s) (×3)",
    ]);
  });

  it("of many packages leave room for what failed", () => {
    const packages = numbered(60, (i) => `ok  \texample.com/shop/service${i}\t0.${i}s`);
    const text = digest(
      [...packages, "--- FAIL: TestCart (0.00s)", "src/cart.go:12:3: error: no price"],
      true,
    );
    expect(text).toContain("--- FAIL: TestCart");
    expect(text).toContain("src/cart.go:12:3: error: no price");
  });
});

describe("a JUnit report", () => {
  const failed = (name: string, body: string) =>
    `    <testcase classname="cart" name="${name}" time="0.001">\n      ${body}\n        at src/cart.ts:5:1\n      </failure>\n    </testcase>`;
  const passed = numbered(
    60,
    (i) => `    <testcase classname="cart" name="works well ${i}" time="0.00${i}"/>`,
  );
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="all" tests="62" failures="2">',
    '  <testsuite name="cart" tests="62" failures="2" errors="0">',
    ...passed.slice(30),
    failed("adds 3 -> 4", '<failure message="expected 3 to be 4 &lt;here&gt;" type="x">'),
    failed("empties", '<failure type="x"><![CDATA[expected 7 to be 0'),
    ...passed.slice(0, 30),
    "  </testsuite>\n</testsuites>",
  ].join("\n");

  it.each<[string, object]>([
    ["read", { toolName: "read", args: { path: "junit.xml" } }],
    ["shown", { args: { command: "cat junit.xml" } }],
    ["of a run that failed", { args: { command: "npm test" }, isError: true }],
  ])("names each failing test with its message: %s", (_, given) => {
    const lines = digestCall(call(xml, given), DEFAULT_BUDGET).split("\n");
    expect(lines).toContain("✗ cart › adds 3 -> 4: expected 3 to be 4 <here>");
    expect(lines).toContain("✗ cart › empties: expected 7 to be 0");
    expect(lines).toContain("cart: 62 tests, 2 failures, 0 errors");
    expect(lines.filter((line) => /<(?:testcase|failure)|works well/.test(line))).toEqual([]);
  });
});

describe("go test", () => {
  const names = [
    "Adds",
    "Empties",
    "Sums",
    "Rounds",
    "Prints",
    "Loads",
    "Saves",
    "Sorts",
    "Filters",
    "Merges",
  ];
  const passed = names.flatMap((name) =>
    numbered(5, (i) => `=== RUN   Test${name}Well${i}\n--- PASS: Test${name}Well${i} (0.00s)`),
  );
  const end = ["FAIL", "FAIL\texample.com/shop\t0.2s", "\nCommand exited with code 1"];
  const digest = (lines: readonly string[]) =>
    digestCall(call([...passed, ...lines, ...end].join("\n"), { isError: true }), DEFAULT_BUDGET).split("\n");

  it("with -v: what a failing test said stands above its end, and passes are only counted", () => {
    const lines = digest([
      "=== RUN   TestCart",
      "    a_test.go:12: got 3, want 4",
      "--- FAIL: TestCart (0.00s)",
      "=== RUN   TestList",
      "=== RUN   TestList/empty",
      "    b_test.go:7: got none",
      "--- FAIL: TestList (0.00s)",
      "    --- FAIL: TestList/empty (0.00s)",
    ]);
    expect(lines).toContain("  a_test.go:12: got 3, want 4");
    expect(lines).toContain("  b_test.go:7: got none");
    expect(lines).toContain("--- FAIL: TestList/empty (0.00s)");
    expect(lines).toContain("--- PASS: … (×50)");
    expect(lines.filter((line) => line.startsWith("=== RUN") || line.includes("AddsWell"))).toEqual([]);
  });

  it("of tests side by side: nothing that one of them said is lost", () => {
    const lines = digest([
      "=== RUN   TestCart",
      "=== PAUSE TestCart",
      "=== RUN   TestList",
      "=== CONT  TestCart",
      "    a_test.go:12: got 3, want 4",
      "=== NAME  TestList",
      "    b_test.go:7: got none",
      "--- FAIL: TestCart (0.00s)",
      "    c_test.go:9: cleanup failed",
      "--- FAIL: TestList (0.00s)",
    ]);
    expect(lines).toContain("  a_test.go:12: got 3, want 4");
    expect(lines).toContain("  b_test.go:7: got none");
    expect(lines).toContain("  c_test.go:9: cleanup failed");
  });

  it("without: below", () => {
    const lines = digest(["--- FAIL: TestCart (0.00s)", "    a_test.go:12: got 3, want 4"]);
    expect(lines).toContain("  a_test.go:12: got 3, want 4");
  });
});

it("file changes are told apart from table rows", () => {
  expect(isFileChange("src/server.ts | 4 ++--")).toBe(true);
  expect(isFileChange("create mode 100644 src/retry.ts")).toBe(true);
  expect(isFileChange("| name | size |")).toBe(false);
});
