import { visibleWidth } from "@mariozechner/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cut,
  cutLine,
  line,
  lineText,
  lineWidth,
  pad,
  printable,
  printLine,
  span,
  spread,
  wrap,
} from "../../src/ui/line.ts";
import { anyText, anyWidth, plainPaint } from "../support/screen.ts";

const printableText = anyText.map(printable);

describe("text", () => {
  it.each([
    ["two\nlines\tand\r\nmore", "two lines and more"],
    ["\u001b[31mred\u001b[0m", "red"],
    ["bell\u0007 and \u202eturned", "bell  and  turned"],
    ["half \ud800 a pair", "half \ufffd a pair"],
    ["👨‍👩‍👧 stays", "👨‍👩‍👧 stays"],
  ])("from outside becomes a part of one line: %j", (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 5, "abcd…"],
    ["漢字漢字", 5, "漢字…"],
    ["漢字漢字", 4, "漢…"],
    ["漢字", 1, "…"],
    ["abc", 0, ""],
    ["", 3, ""],
  ])("is cut by columns, not by characters: %j at %i", (text, width, expected) => {
    expect(cut(text, width)).toBe(expected);
  });

  it("fills its column exactly", () => {
    fc.assert(
      fc.property(printableText, anyWidth, (text, width) => {
        expect(visibleWidth(cut(text, width))).toBeLessThanOrEqual(width);
        expect(visibleWidth(pad(text, width))).toBe(width);
      }),
    );
  });

  it("wraps without losing a word and without a line too wide", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
    fc.assert(
      fc.property(printableText, anyWidth, (text, width) => {
        for (const each of wrap(text, width)) expect(visibleWidth(each)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe("a line", () => {
  const anyLine = fc.array(
    printableText.map((text) => span(text)),
    { maxLength: 5 },
  );

  it("is cut across its pieces", () => {
    expect(lineText(cutLine([span("abc"), span("def"), span("ghi")], 9))).toBe("abcdefghi");
    expect(lineText(cutLine([span("abc"), span("def"), span("ghi")], 6))).toBe("abcde…");
    expect(lineText(cutLine([span("abc"), span("def")], 3))).toBe("ab…");
  });

  it("has its right side flush with the edge, and drops it rather than the left one", () => {
    expect(lineText(spread(line("left"), line("12 kB"), 20))).toBe("left           12 kB");
    expect(lineText(spread(line("a long left side"), line("12 kB"), 16))).toBe("a long l…  12 kB");
    expect(lineText(spread(line("left side"), line("12 kB"), 8))).toBe("left si…");
  });

  it("is never wider than the screen", () => {
    fc.assert(
      fc.property(anyLine, anyLine, anyWidth, (left, right, width) => {
        expect(lineWidth(cutLine(left, width))).toBeLessThanOrEqual(width);
        expect(lineWidth(spread(left, right, width))).toBeLessThanOrEqual(width);
        expect(visibleWidth(printLine([...left, ...right], width, plainPaint))).toBeLessThanOrEqual(width);
      }),
    );
  });
});
