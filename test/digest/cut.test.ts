import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutHead, shorten } from "../../src/digest/cut.ts";
import { digestCall } from "../../src/digest/digest.ts";
import type { DigestCall } from "../../src/digest/types.ts";
import { call } from "./call.ts";

const CIRCLES = "🟡".repeat(400);
const family = "👨‍👩‍👧";

describe("a cut", () => {
  it.each([
    ["abc", 5, "abc"],
    ["abcdef", 3, "abc"],
    [`ab${family}cd`, 4, "ab"],
    [`ab${family}cd`, 2 + family.length, `ab${family}`],
    ["e\u0301e\u0301", 3, "e\u0301"],
    ["abc", 0, ""],
    ["🇩🇪".repeat(100), 218, "🇩🇪".repeat(54)],
    [`x${"🇩🇪".repeat(100)}`, 218, `x${"🇩🇪".repeat(54)}`],
    [`e${"\u0301".repeat(300)}`, 100, `e${"\u0301".repeat(99)}`],
  ])("of %j at %d gives %j", (text, max, cut) => {
    expect(cutHead(text, max)).toBe(cut);
  });

  it("is never longer than asked for, and never inside a character", () => {
    const text = fc
      .array(fc.constantFrom("a", "é", "한", "漢", "🟡", "🇩🇪", family, "e\u0301", " "))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.nat(200), (whole, max) => {
        const cut = cutHead(whole, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(whole.startsWith(cut)).toBe(true);
        const segmenter = new Intl.Segmenter();
        const starts = new Set([...segmenter.segment(whole)].map(({ index }) => index));
        expect(cut.length === whole.length || starts.has(cut.length)).toBe(true);
      }),
    );
  });

  it.each<[string, Partial<DigestCall>]>([
    ["the first sentence of a page", { toolName: "web_fetch", text: `# A\n\nb${CIRCLES}` }],
    ["an error", { text: `${" ".repeat(270)}error: it is ${CIRCLES}`, isError: true }],
    ["the message below an error", { text: `error:\na${CIRCLES}`, isError: true }],
    ["a name in a listing", { toolName: "ls", text: `a${CIRCLES}\nb` }],
    ["a heading of a raw page", { text: `<!doctype html>\n<h1>a${CIRCLES}</h1>` }],
    ["a value of cut JSON", { text: `{"name": "a${CIRCLES}", "id": 4, "title": "x", "url":` }],
  ])("in %s is between two characters", (_, given) => {
    const digest = digestCall(call("", given), { share: 1, maxTokens: 3000, minTokens: 3000 });
    expect(digest).toContain("🟡");
    expect(digest).not.toContain("\ufffd");
  });

  it("is marked", () => {
    expect(shorten("abcdef", 4)).toBe("abc…");
    expect(shorten("abcd", 4)).toBe("abcd");
  });
});
