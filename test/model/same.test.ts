import { describe, expect, it } from "vitest";
import { sameFilter, sameMap } from "../../src/model/same.ts";

describe("sameMap", () => {
  it("returns its input when no element changed", () => {
    const items = [{}, {}];
    expect(sameMap(items, (item) => item)).toBe(items);
  });

  it("keeps every element that did not change", () => {
    const items = [{ n: 1 }, { n: 2 }];
    const next = sameMap(items, (item, index) => (index === 1 ? { n: 3 } : item));
    expect(next).toEqual([{ n: 1 }, { n: 3 }]);
    expect(next[0]).toBe(items[0]);
  });
});

describe("sameFilter", () => {
  it("returns its input when nothing was removed", () => {
    const items = [1, 2];
    expect(sameFilter(items, () => true)).toBe(items);
  });

  it("removes what fails the test", () => {
    expect(sameFilter([1, 2, 3], (item) => item !== 2)).toEqual([1, 3]);
  });
});
