import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestArgument } from "../../src/digest/argument.ts";
import { digestCall } from "../../src/digest/digest.ts";
import { outcomeOf } from "../../src/digest/outcome.ts";
import { tokenWeight } from "../../src/model/tokens.ts";
import { fixtures } from "./fixture.ts";

// What every object has from its prototype.
const inherited = Object.getOwnPropertyNames(Object.prototype);

const scraps = [
  "\u001b[31m",
  "\u001b]0;",
  "\u001b[",
  "\r",
  "\n",
  "\n\n",
  "\0",
  "\ud800",
  "\udc00",
  "👨‍👩‍👧",
  "é́́",
  "error: ",
  "FAIL ",
  "a/b/c.ts:12:5 ",
  "src/a.ts(3,4): error TS1",
  "{",
  "}",
  '"key": ',
  "[",
  "]",
  "   ",
  "\t",
  "0123456789",
  "● x",
  "한국어",
  "/".repeat(50),
  "x".repeat(300),
  "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n",
  `commit ${"a".repeat(40)}\n`,
  "On branch main\n",
  ...inherited.map((name) => `${name} of x:\n\tmodified:   a.ts\n`),
  "<html>",
  "  1:2  error  foo",
  "at x (y:1:2)",
  "\nCommand exited with code 1",
  "\n[Showing lines 1-2 of 3]",
];
const recorded = fixtures().map(({ call }) => call.text);
const cutOut = fc
  .tuple(fc.constantFrom(...recorded), fc.nat(5000), fc.nat(5000))
  .map(([text, from, length]) => text.slice(from, from + length));
const text = fc.oneof(
  fc.array(fc.constantFrom(...scraps), { maxLength: 60 }).map((parts) => parts.join("")),
  fc.array(fc.nat(0xffff), { maxLength: 300 }).map((codes) => String.fromCharCode(...codes)),
  fc.tuple(cutOut, fc.constantFrom(...scraps), cutOut).map((parts) => parts.join("")),
);
const anyCall = fc.record({
  toolName: fc.constantFrom(
    "read",
    "bash",
    "grep",
    "find",
    "ls",
    "edit",
    "write",
    "web_fetch",
    "web_search",
    "mcp__a__b",
    ...inherited,
    ...inherited.map((name) => `mcp__js__${name}`),
  ),
  args: fc.record({
    command: fc.constantFrom(
      "ls",
      "grep x",
      "git log",
      "cat a",
      "npm test",
      ...inherited.flatMap((name) => [name, `git ${name}`]),
    ),
    path: fc.constant("a.ts"),
  }),
  text,
  isError: fc.boolean(),
  imageCount: fc.nat(2),
});
const anyBudget = fc.record({
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  maxTokens: fc.nat(800),
  minTokens: fc.nat(200),
});

describe("any result", () => {
  it("is digested within its maximum, well-formed, and the same way each time", () => {
    fc.assert(
      fc.property(anyCall, anyBudget, (call, budget) => {
        const digest = digestCall(call, budget);
        expect(tokenWeight(digest)).toBeLessThanOrEqual(budget.maxTokens + 1e-6);
        expect(Buffer.from(digest).toString()).toBe(digest);
        expect(digestCall(call, budget)).toBe(digest);
        outcomeOf(call);
      }),
      { numRuns: 1500 },
    );
  });

  it("is digested in one line of 200 characters as an argument", () => {
    fc.assert(
      fc.property(text, (argument) => {
        const digest = digestArgument("write", ["content"], argument);
        expect(digest.length).toBeLessThanOrEqual(200);
        expect(digest).not.toContain("\n");
        expect(Buffer.from(digest).toString()).toBe(digest);
      }),
      { numRuns: 500 },
    );
  });
});

// A pattern that backtracks or a loop that starts anew would not come to an end with these.
const floods: Readonly<Record<string, string>> = {
  "one line of ten million characters": "x".repeat(1e7),
  "a million lines": Array.from({ length: 1e6 }, (_, i) => `line ${i}`).join("\n"),
  "a million errors": Array.from({ length: 3e5 }, (_, i) => `src/a${i}.ts(${i},3): error TS${i}: bad`).join(
    "\n",
  ),
  "nothing but escape sequences": "\u001b[31mx\u001b[0m".repeat(5e5),
  "titles that never end": "\u001b]0;".repeat(1e6),
  "a line drawn over a million times": "ab\r".repeat(1e6),
  "nothing but lone surrogates": "\ud800".repeat(2e6),
  "nothing but NUL": "\0".repeat(5e6),
  "one endless path": "a/".repeat(3e6),
  "one endless number": "1".repeat(5e6),
  "one stack of accents": `e${"\u0301".repeat(3e6)}`,
  "brackets without end": "[".repeat(1e6),
  "keys without values": '"key":'.repeat(1e6),
  "tags that never close": "<h1 ".repeat(1e6),
  "test cases that never close": `<testsuites>\n${'<testcase name="a'.repeat(5e5)}`,
  "failures without a test": "    --- FAIL: x\n    a.go:1: b\n".repeat(2e5),
  "blank lines": "\n".repeat(5e6),
};

describe.each(Object.entries(floods))("%s", (_, flood) => {
  it.each(["bash", "read", "grep", "find", "web_fetch"])("are no trouble for %s", (toolName) => {
    const budget = { share: 0.24, maxTokens: 750, minTokens: 60 };
    const digest = digestCall({ toolName, args: {}, text: flood, isError: false, imageCount: 0 }, budget);
    expect(tokenWeight(digest)).toBeLessThanOrEqual(budget.maxTokens);
    expect(Buffer.from(digest).toString()).toBe(digest);
  });
});
