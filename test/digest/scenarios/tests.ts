import { type Scenario, shell } from "../scenario.ts";

const math = `exports.add = (a, b) => a + b;
exports.divide = (a, b) => a / b;
exports.parsePrice = (text) => Number(text.replace("$", ""));
`;
const suite = `const { add, divide, parsePrice } = require("./math.js");
describe("math", () => {
  it("adds two numbers", () => { if (add(1, 2) !== 3) throw new Error("bad sum"); });
  it("refuses to divide by zero", () => {
    let threw = false;
    try { divide(1, 0); } catch { threw = true; }
    if (!threw) throw new Error("divide(1, 0) did not throw");
  });
  describe("parsePrice", () => {
    it("reads thousands separators", () => {
      const price = parsePrice("$1,299.50");
      if (price !== 1299.5) throw new Error("expected 1299.5 but got " + price);
    });
    it("reads plain prices", () => { if (parsePrice("$12") !== 12) throw new Error("bad price"); });
  });
  ${Array.from({ length: 12 }, (_, i) => `it("sums case ${i}", () => { if (add(${i}, 1) !== ${i + 1}) throw new Error("bad"); });`).join("\n  ")}
});
`;
const nodeSuite = suite.replace("const {", 'const { describe, it } = require("node:test");\nconst {');
const vitestSuite = `import { describe, expect, it } from "vitest";
describe("cart", () => {
  it("starts empty", () => { expect([]).toHaveLength(0); });
  it("adds the shipping fee to the total", () => { expect(100 + 0).toBe(104.9); });
  it("keeps the order of items", () => { expect(["b", "a"]).toEqual(["a", "b"]); });
  ${Array.from({ length: 15 }, (_, i) => `it("rounds case ${i}", () => { expect(Math.round(${i}.4)).toBe(${i}); });`).join("\n  ")}
});
`;
const python = `import pytest
from shop import total, discount

def test_total_of_nothing():
    assert total([]) == 0

def test_discount_is_limited():
    assert discount(100, 150) == 0

def test_unknown_code_raises():
    with pytest.raises(KeyError):
        discount(100, "SPRING")

@pytest.mark.parametrize("n", range(20))
def test_total_of_many(n):
    assert total([1] * n) == n

@pytest.mark.skip(reason="needs a network")
def test_remote_rates():
    pass
`;
const shop = `def total(prices):
    return sum(prices)

def discount(price, percent):
    return price - price * float(percent) / 100
`;
const unittest = `import unittest

class InvoiceTest(unittest.TestCase):
    def test_number_is_padded(self):
        self.assertEqual("INV-%d" % 7, "INV-0007")

    def test_missing_customer(self):
        raise LookupError("customer 4711 does not exist")

    def test_zero(self):
        self.assertEqual(0, 0)

if __name__ == "__main__":
    unittest.main()
`;
const crate = {
  "Cargo.toml": '[package]\nname = "ledger"\nversion = "0.1.0"\nedition = "2021"\n',
  "src/lib.rs": `pub fn balance(entries: &[i64]) -> i64 { entries.iter().sum() }
pub fn split(total: i64, parts: i64) -> Vec<i64> { vec![total / parts; parts as usize] }
#[cfg(test)]
mod tests {
    use super::*;
    #[test] fn sums_entries() { assert_eq!(balance(&[1, 2, 3]), 6); }
    #[test] fn split_loses_nothing() { assert_eq!(split(10, 3).iter().sum::<i64>(), 10); }
    #[test] fn split_by_zero_is_refused() { let _ = split(1, 0); }
    #[test] fn empty_is_zero() { assert_eq!(balance(&[]), 0); }
}
`,
};
const junit = `public class LedgerTest {
  static int failures = 0;
  public static void main(String[] a) {
    System.out.println("Running LedgerTest");
    System.out.println("[ERROR] Tests run: 14, Failures: 2, Errors: 1, Skipped: 3, Time elapsed: 0.41 s <<< FAILURE! - in com.shop.LedgerTest");
    for (int i = 0; i < 25; i++) System.out.println("[INFO] Downloading artifact " + i + " of 25");
    System.out.println("[ERROR] Failures: ");
    System.out.println("[ERROR]   LedgerTest.closesTheBooks:42 expected:<100> but was:<99>");
    System.out.println("[ERROR]   LedgerTest.refusesNegativeAmounts:57 expected exception was not thrown");
    System.out.println("[ERROR] Errors: ");
    System.out.println("[ERROR]   LedgerTest.importsOldFiles:73 NullPointer Cannot invoke \\"String.length()\\"");
    System.out.println("[ERROR] Tests run: 14, Failures: 2, Errors: 1, Skipped: 3");
    System.out.println("[INFO] BUILD FAILURE");
    System.exit(1);
  }
}
`;

const jsTests = ["refuses to divide by zero", "reads thousands separators"];
const jsErrors = ["divide(1, 0) did not throw", "expected 1299.5 but got NaN"];
const vitest = "node {repository}/node_modules/vitest/vitest.mjs run --root .";

export const testScenarios: readonly Scenario[] = [
  shell("jest-fail", "npx jest 2>&1", {
    files: { "package.json": '{"name":"shop"}', "math.js": math, "math.test.js": suite },
    before: ["npm install --no-audit --no-fund jest@29 >/dev/null 2>&1"],
    facts: {
      outcome: "exit 1",
      counts: ["2 failed, 14 passed, 16 total", "Test Suites: 1 failed, 1 total"],
      tests: jsTests,
      errors: jsErrors,
      paths: ["math.test.js"],
    },
  }),
  shell("mocha-fail", "npx mocha math.test.js", {
    files: { "package.json": '{"name":"shop"}', "math.js": math, "math.test.js": suite },
    before: ["npm install --no-audit --no-fund mocha@11 >/dev/null 2>&1"],
    facts: { outcome: "exit 2", counts: ["14 passing", "2 failing"], tests: jsTests, errors: jsErrors },
  }),
  shell("node-test-fail", "node --test --test-reporter=spec", {
    files: { "math.js": math, "math.test.js": nodeSuite },
    facts: { outcome: "exit 1", counts: ["pass 14", "fail 2"], tests: jsTests, errors: jsErrors },
  }),
  shell("node-test-tap", "node --test --test-reporter=tap", {
    files: { "math.js": math, "math.test.js": nodeSuite },
    facts: { outcome: "exit 1", counts: ["# pass 14", "# fail 2"], tests: jsTests, errors: jsErrors },
  }),
  shell("vitest-fail", `${vitest} 2>&1`, {
    files: { "cart.test.js": vitestSuite },
    before: ["ln -s {repository}/node_modules node_modules"],
    facts: {
      outcome: "exit 1",
      counts: ["2 failed | 16 passed (18)", "1 failed (1)"],
      tests: ["adds the shipping fee to the total", "keeps the order of items"],
      errors: ["expected 100 to be 104.9", "expected [ 'b', 'a' ] to deeply equal [ 'a', 'b' ]"],
      paths: ["cart.test.js"],
    },
  }),
  shell("vitest-color", `FORCE_COLOR=1 ${vitest} --reporter=verbose 2>&1`, {
    files: { "cart.test.js": vitestSuite },
    before: ["ln -s {repository}/node_modules node_modules"],
    facts: {
      outcome: "exit 1",
      counts: ["2 failed | 16 passed (18)"],
      tests: ["adds the shipping fee to the total", "keeps the order of items"],
    },
  }),
  shell("vitest-pass", `${vitest} -t rounds 2>&1`, {
    files: { "cart.test.js": vitestSuite },
    before: ["ln -s {repository}/node_modules node_modules"],
    facts: { counts: ["15 passed", "3 skipped"] },
  }),
  shell("pytest-fail", "python3 -m pytest -p no:cacheprovider", {
    files: { "test_shop.py": python, "shop.py": shop },
    facts: {
      outcome: "exit 1",
      counts: ["2 failed, 21 passed, 1 skipped"],
      tests: ["test_shop.py::test_discount_is_limited", "test_shop.py::test_unknown_code_raises"],
      errors: ["assert -50.0 == 0", "ValueError: could not convert string to float: 'SPRING'"],
      paths: ["test_shop.py", "shop.py"],
    },
  }),
  shell("pytest-pass", "python3 -m pytest -v -p no:cacheprovider -k many", {
    files: { "test_shop.py": python, "shop.py": shop },
    facts: { counts: ["20 passed, 4 deselected"] },
  }),
  shell("pytest-collect-error", "python3 -m pytest -p no:cacheprovider", {
    files: { "test_shop.py": python, "shop.py": "def total(prices):\n    return sum(prices)\n" },
    facts: {
      outcome: "exit 2",
      counts: ["1 error in"],
      errors: ["ImportError: cannot import name 'discount' from 'shop'", "ERROR test_shop.py"],
    },
  }),
  shell("unittest-fail", "python3 test_invoice.py", {
    files: { "test_invoice.py": unittest },
    facts: {
      outcome: "exit 1",
      counts: ["Ran 3 tests", "FAILED (failures=1, errors=1)"],
      tests: ["test_number_is_padded", "test_missing_customer"],
      errors: ["AssertionError: 'INV-7' != 'INV-0007'", "LookupError: customer 4711 does not exist"],
    },
  }),
  shell("cargo-test-fail", "cargo test --offline", {
    files: crate,
    facts: {
      outcome: "exit 101",
      counts: ["2 passed; 2 failed"],
      tests: ["tests::split_loses_nothing", "tests::split_by_zero_is_refused"],
      errors: ["assertion `left == right` failed", "attempt to divide by zero", "src/lib.rs:7"],
    },
  }),
  shell("maven-like", "java LedgerTest.java", {
    files: { "LedgerTest.java": junit },
    facts: {
      outcome: "exit 1",
      counts: ["Tests run: 14, Failures: 2, Errors: 1, Skipped: 3", "BUILD FAILURE"],
      tests: [
        "LedgerTest.closesTheBooks:42",
        "LedgerTest.refusesNegativeAmounts:57",
        "LedgerTest.importsOldFiles:73",
      ],
      errors: ["expected:<100> but was:<99>"],
    },
  }),
  shell(
    "ctest-fail",
    "cmake -S . -B build > /dev/null && cmake --build build > /dev/null && ctest --test-dir build --output-on-failure",
    {
      files: {
        "CMakeLists.txt":
          "cmake_minimum_required(VERSION 3.10)\nproject(queue C)\nenable_testing()\nadd_executable(q q.c)\nadd_test(NAME push_and_pop COMMAND q 0)\nadd_test(NAME overflow_is_reported COMMAND q 1)\nadd_test(NAME drains COMMAND q 0)\n",
        "q.c":
          '#include <stdio.h>\n#include <stdlib.h>\nint main(int c, char **v) { if (atoi(v[1])) { fprintf(stderr, "queue.c:88: assertion failed: capacity <= 64\\n"); return 3; } return 0; }\n',
      },
      facts: {
        outcome: "exit 8",
        counts: ["67% tests passed, 1 tests failed out of 3"],
        tests: ["overflow_is_reported"],
        errors: ["queue.c:88: assertion failed: capacity <= 64"],
      },
    },
  ),
];
