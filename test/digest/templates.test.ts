import { describe, expect, it } from "vitest";
import { foldNumbered } from "../../src/digest/numbered.ts";
import { foldLines, foldPoints, showTemplate, templateOf } from "../../src/digest/templates.ts";

describe("templates", () => {
  it.each([
    ["step 1 of 20", "  step 12 of 20", true],
    ["id=7f3a took 12ms", "id=99bc took 7ms", true],
    ["[3/49] n_aRUQ5 failed", "[14/49] x_b77 failed", true],
    ["step 1 of 20", "step one of 20", false],
    ["error: a", "error: b", false],
  ])("%j and %j: %j", (a, b, same) => {
    expect(templateOf(a) === templateOf(b)).toBe(same);
  });

  it("are counted in the order they appear", () => {
    const templates = foldLines(["start", "copied 1", "", "copied 2", "end"]);
    expect(templates.map(showTemplate)).toEqual(["start", "copied 1 (×2)", "end"]);
  });

  it("are told once when there are four or more of them", () => {
    const points = ["a 1", "b", "a 2", "a 3", "a 4"].map((text, line) => ({ line, text }));
    expect(foldPoints(points).map(({ text }) => text)).toEqual(["a 1 (×4)", "b"]);
    expect(foldPoints(points.slice(0, 4))).toEqual([points[0], points[2], points[3], points[1]]);
  });
});

it.each([
  [
    ["p-0.ts", "p-1.ts", "p-2.ts", "q.ts"],
    ["p-{0..2}.ts", "q.ts"],
  ],
  [
    ["p-0.ts", "p-1.ts"],
    ["p-0.ts", "p-1.ts"],
  ],
  [
    ["p-8", "p-9", "p-10", "p-12"],
    ["p-{8..10}", "p-12"],
  ],
  [
    ["a07", "a08", "a09"],
    ["a07", "a08", "a09"],
  ],
  [[], []],
])("the names %j are written %j", (names, folded) => {
  expect(foldNumbered(names)).toEqual(folded);
});
