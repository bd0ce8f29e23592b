import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { head, headBytes } from "../../src/model/text.ts";

const bytes = (text: string) => Buffer.byteLength(text, "utf8");

describe("headBytes", () => {
  it.each([
    ["", 5, ""],
    ["abc", 0, ""],
    ["abc", 2, "ab"],
    ["abc", 3, "abc"],
    ["aé", 2, "a"],
    ["aé", 3, "aé"],
    ["漢字", 5, "漢"],
    ["a\u{1F7E1}b", 4, "a"],
    ["a\u{1F7E1}b", 5, "a\u{1F7E1}"],
    ["\ud83d", 2, ""],
    ["\ud83d", 3, "\ud83d"],
  ])("of %j within %i bytes is %j", (text, max, expected) => {
    expect(headBytes(text, max)).toBe(expected);
  });

  it("stays within its bytes, and one more character would not", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.nat(80), (text, max) => {
        const shown = headBytes(text, max);
        expect(text.startsWith(shown)).toBe(true);
        expect(bytes(shown)).toBeLessThanOrEqual(max);
        const [next] = text.slice(shown.length);
        if (next !== undefined) expect(bytes(shown + next)).toBeGreaterThan(max);
        expect(head(text, shown.length)).toBe(shown);
      }),
    );
  });
});
