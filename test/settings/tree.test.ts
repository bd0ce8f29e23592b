import { describe, expect, it } from "vitest";
import { mergeTrees, withoutValue, withValue } from "../../src/settings/tree.ts";

describe("withValue", () => {
  it.each([
    [{}, "a", 1, { a: 1 }],
    [{ a: 0, b: 2 }, "a", 1, { a: 1, b: 2 }],
    [{}, "a.b", 1, { a: { b: 1 } }],
    [{ a: { c: 2 } }, "a.b", 1, { a: { c: 2, b: 1 } }],
    [{ a: null }, "a.b", 1, { a: { b: 1 } }],
    [{ a: [1] }, "a.b", 1, { a: { b: 1 } }],
  ])("of %j at %s", (tree, path, value, expected) => {
    expect(withValue(tree, path, value)).toEqual(expected);
  });

  it("keeps the order of keys, and sets no prototype", () => {
    expect(Object.keys(withValue({ z: 1, a: 2, m: 3 }, "a", 9))).toEqual(["z", "a", "m"]);
    const tree = withValue({}, "__proto__.x", 1);
    expect(JSON.stringify(tree)).toBe('{"__proto__":{"x":1}}');
    expect(Object.getPrototypeOf(tree)).toBe(Object.prototype);
  });
});

describe("withoutValue", () => {
  it.each([
    [{ a: 1, b: 2 }, "a", { b: 2 }],
    [{ a: { b: 1, c: 2 } }, "a.b", { a: { c: 2 } }],
    [{ a: { b: { c: 1 } }, d: 1 }, "a.b.c", { d: 1 }],
    [{ a: { b: 1 } }, "a.b", {}],
  ])("of %j at %s", (tree, path, expected) => {
    expect(withoutValue(tree, path)).toEqual(expected);
  });

  it.each([
    [{ a: 1 }, "b"],
    [{ a: 1 }, "a.b"],
    [{ a: {} }, "a.b"],
    [{ a: [1] }, "a.0"],
    [{}, "toString"],
  ])("gives %j itself where there is nothing at %s", (tree, path) => {
    expect(withoutValue(tree, path)).toBe(tree);
  });
});

describe("mergeTrees", () => {
  it.each([
    [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    [{ a: { x: 1, y: 1 } }, { a: { y: 2, z: 2 } }, { a: { x: 1, y: 2, z: 2 } }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: { x: 1 } }, { a: null }, { a: null }],
    [{ a: null }, { a: { x: 1 } }, { a: { x: 1 } }],
    [{ "a.b": { x: 1 } }, { "a.b": { y: 2 } }, { "a.b": { x: 1, y: 2 } }],
  ])("of %j and %j", (base, over, expected) => {
    expect(mergeTrees(base, over)).toEqual(expected);
  });
});
