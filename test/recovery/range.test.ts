import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf } from "../../src/recovery/lines.ts";
import { parseRange, rangeText, spanOf } from "../../src/recovery/range.ts";

const text = "one\ntwo\nthree\nfour\nfive";

const part = (range: string, of = text) => {
  const parsed = parseRange(range);
  if (parsed?.kind !== "lines") return parsed;
  const { start, end } = spanOf(linesOf(of), parsed);
  return of.slice(start, end);
};

test.each([
  ["2-3", "two\nthree\n"],
  ["2", "two\n"],
  ["4-", "four\nfive"],
  ["-2", "four\nfive"],
  ["-4--3", "two\nthree\n"],
  ["2--2", "two\nthree\nfour\n"],
  ["3-2", "two\nthree\n"],
  ["0-1", "one\n"],
  ["4-99", "four\nfive"],
  ["99-100", ""],
  ["-99--90", ""],
  ["-99-1", "one\n"],
  ["3:1-3", "hr"],
  ["3:1-", "hree\nfour\nfive"],
  ["3:-2", "th"],
  ["3:1-4:2", "hree\nfo"],
  ["3:1-4:", "hree\nfour\n"],
  ["3:90-95", ""],
  ["-1:1-3", "iv"],
  [" lines 2 – 3 ", "two\nthree\n"],
  ["L2-L3", "two\nthree\n"],
  ["2..3", "two\nthree\n"],
  ["2…3", "two\nthree\n"],
])("%j of five lines is %j", (range, expected) => {
  expect(part(range)).toBe(expected);
});

test.each(["", "-", "abc", "1-2-3", "1,2", "1:2", "--", "1e3", "images", "images:-1"])(
  "%j is no range",
  (range) => {
    expect(parseRange(range)).toBeUndefined();
  },
);

test("images are asked for by number", () => {
  expect(parseRange("images:2-4")).toEqual({ kind: "images", from: 2, to: 4 });
  expect(parseRange("image:3")).toEqual({ kind: "images", from: 3, to: 3 });
});

test("adjoining character ranges share out every character, also where they cut one in two", () => {
  const emoji = "a😀b😀\nc";
  const parts = ["1:0-2", "1:2-3", "1:3-5", "1:5-"].map((range) => part(range, emoji));
  expect(parts).toEqual(["a", "😀", "b", "😀\nc"]);
});

test("a span is found again by the range that names it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "\n", "😀", "é", "\r\n"), { minLength: 1 }),
      fc.nat(),
      fc.nat(),
      (units, a, b) => {
        const lines = linesOf(units.join(""));
        const bounds = [...boundaries(units)];
        const [start = 0, end = 0] = [bounds[a % bounds.length] ?? 0, bounds[b % bounds.length] ?? 0].sort(
          (x, y) => x - y,
        );
        fc.pre(start < end);
        const parsed = parseRange(rangeText(lines, { start, end }));
        expect(parsed?.kind === "lines" && spanOf(lines, parsed)).toEqual({ start, end });
      },
    ),
  );
});

function* boundaries(units: readonly string[]): Generator<number> {
  let at = 0;
  yield at;
  for (const unit of units) {
    at += unit.length;
    yield at;
  }
}
