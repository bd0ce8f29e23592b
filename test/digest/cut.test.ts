import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutHead, shorten } from "../../src/digest/cut.ts";

const family = "👨‍👩‍👧";

describe("a cut", () => {
  it.each([
    ["abc", 5, "abc"],
    ["abcdef", 3, "abc"],
    [`ab${family}cd`, 4, "ab"],
    [`ab${family}cd`, 2 + family.length, `ab${family}`],
    ["e\u0301e\u0301", 3, "e\u0301"],
    ["abc", 0, ""],
  ])("of %j at %d gives %j", (text, max, cut) => {
    expect(cutHead(text, max)).toBe(cut);
  });

  it("is never longer than asked for, and never inside a character", () => {
    const text = fc
      .array(fc.constantFrom("a", "é", "한", "🟡", family, "e\u0301", " "))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.nat(60), (whole, max) => {
        const cut = cutHead(whole, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(whole.startsWith(cut)).toBe(true);
        const segmenter = new Intl.Segmenter();
        const starts = new Set([...segmenter.segment(whole)].map(({ index }) => index));
        expect(cut.length === whole.length || starts.has(cut.length)).toBe(true);
      }),
    );
  });

  it("is marked", () => {
    expect(shorten("abcdef", 4)).toBe("abc…");
    expect(shorten("abcd", 4)).toBe("abcd");
  });
});
