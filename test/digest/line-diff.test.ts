import { describe, expect, it } from "vitest";
import { lineDiff } from "../../src/digest/line-diff.ts";

const lines = (count: number, changed: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, at) => changed[at + 1] ?? `line ${at + 1} of a file`).join("\n");

describe("how a text differs from an earlier one", () => {
  it("is told as hunks, with a line around each change", () => {
    expect(lineDiff(lines(40), lines(40, { 7: "another line", 30: "and one more" }))).toEqual([
      "@@ -6,3 +6,3 @@",
      " line 6 of a file",
      "-line 7 of a file",
      "+another line",
      " line 8 of a file",
      "@@ -29,3 +29,3 @@",
      " line 29 of a file",
      "-line 30 of a file",
      "+and one more",
      " line 31 of a file",
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
