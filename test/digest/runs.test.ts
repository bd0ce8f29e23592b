import { expect, it } from "vitest";
import { isFailingTest } from "../../src/digest/runs/failing-tests.ts";
import { isFileChange, isSummary } from "../../src/digest/runs/summaries.ts";

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

it("file changes are told apart from table rows", () => {
  expect(isFileChange("src/server.ts | 4 ++--")).toBe(true);
  expect(isFileChange("create mode 100644 src/retry.ts")).toBe(true);
  expect(isFileChange("| name | size |")).toBe(false);
});
