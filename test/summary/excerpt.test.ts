import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wellFormed } from "../../src/model/text.ts";
import { excerpt, fairShare } from "../../src/summary/excerpt.ts";

describe("excerpt", () => {
  it("leaves a text alone that fits", () => {
    expect(excerpt("abc", 3)).toBe("abc");
  });

  it("keeps beginning and end, and says between them what is missing", () => {
    const text = `${"a".repeat(500)}${"z".repeat(500)}`;
    const mark = "\n[... cut: 1000 characters in all, beginning and end shown ...]\n";
    expect(excerpt(text, mark.length + 15)).toBe(`aaaaaaaa${mark}zzzzzzz`);
  });

  it("is never longer than asked for and never breaks a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.nat(300), (raw, max) => {
        const text = excerpt(wellFormed(raw), max);
        expect(text.length).toBeLessThanOrEqual(Math.max(max, 0));
        expect(wellFormed(text)).toBe(text);
      }),
    );
  });
});

describe("fairShare", () => {
  it.each([
    { sizes: [10, 10], total: 100, uses: 20 },
    { sizes: [10, 100, 100], total: 110, uses: 110 },
    { sizes: [50, 50], total: 0, uses: 0 },
    { sizes: [], total: 10, uses: 0 },
  ])("spends $uses of $total on $sizes", ({ sizes, total, uses }) => {
    const share = fairShare(sizes, total);
    expect(sizes.reduce((sum, size) => sum + Math.min(size, share), 0)).toBe(uses);
  });

  it("never spends more than there is", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000)), fc.nat(5000), (sizes, total) => {
        const share = fairShare(sizes, total);
        expect(sizes.reduce((sum, size) => sum + Math.min(size, share), 0)).toBeLessThanOrEqual(total);
      }),
    );
  });
});
