import { describe, expect, it } from "vitest";
import { lineDiff } from "../../src/digest/line-diff.ts";

const lines = (count: number, changed: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, at) => changed[at + 1] ?? `line ${at + 1} of a file`).join("\n");

describe("how a text differs from an earlier one", () => {
  it("is told as hunks, with a line around each change", () => {
    expect(lineDiff(lines(40), lines(40, { 7: "another line", 30: "and one more" }))).toEqual([
      "@@ -6,3 +6,3 @@",
      " line 6 of a file",
      "-(line 7)",
      "+another line",
      " line 8 of a file",
      "@@ -29,3 +29,3 @@",
      " line 29 of a file",
      "-(line 30)",
      "+and one more",
      " line 31 of a file",
    ]);
  });

  it("quotes nothing of the earlier text, which may be redacted later", () => {
    const secret = [...Array(9).fill("password"), "hunter", "2"].join("\n");
    const text = lines(40, { 20: "kept" });
    const previous = `${lines(40, { 20: secret })}\nsecret token`;
    expect(lineDiff(previous, text)).toEqual([
      "@@ -19,13 +19,3 @@",
      " line 19 of a file",
      "-(lines 20-30)",
      "+kept",
      " line 21 of a file",
      "@@ -49,3 +39,2 @@",
      " line 39 of a file",
      "-(lines 50-51)",
      "+line 40 of a file",
    ]);
  });

  it("is not told when it is most of the text", () => {
    expect(lineDiff("one\ntwo\nthree", "four\nfive\nsix")).toBeUndefined();
  });

  it("is given up where nearly everything changed, however long the texts are", () => {
    const other = Array.from({ length: 20_000 }, (_, at) => `other ${at}`).join("\n");
    expect(lineDiff(lines(20_000), other)).toBeUndefined();
  });
});
