import { describe, expect, it } from "vitest";
import { isShortRef, nameNumber, shortRef } from "../../src/model/refs.ts";

describe("refs", () => {
  it.each<[string, boolean, number]>([
    ["t1", true, 1],
    ["t10", true, 10],
    ["b2", false, 2],
    ["t0", false, 0],
    ["t01", false, 0],
    ["T1", false, 0],
    ["t1 ", false, 0],
    ["x1", false, 0],
    ["", false, 0],
    ["t999999999999999", true, 999_999_999_999_999],
    ["t9999999999999999", false, 0],
  ])("%j", (name, isRef, number) => {
    expect([isShortRef(name), nameNumber(name)]).toEqual([isRef, number]);
  });

  it("are made from their number", () => {
    expect(shortRef(7)).toBe("t7");
  });
});
