import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringsIn, withString } from "../../src/model/argument-strings.ts";
import { deepFreeze } from "../support/deep-freeze.ts";

const values = fc.jsonValue({ maxDepth: 4 });

describe("strings inside arguments", () => {
  it("are found at any depth with the way to them", () => {
    expect(stringsIn({ path: "a", edits: [{ oldText: "x" }, 7, null], n: { m: "y" } })).toEqual([
      { path: ["path"], text: "a" },
      { path: ["edits", 0, "oldText"], text: "x" },
      { path: ["n", "m"], text: "y" },
    ]);
  });

  it("are none in what is no value with strings", () => {
    expect([undefined, null, 7, true, {}, []].flatMap(stringsIn)).toEqual([]);
  });

  it("are not looked for at depths no tool has", () => {
    let deep: unknown = "x";
    for (let depth = 0; depth < 100_000; depth++) deep = { deep };
    expect(stringsIn(deep)).toEqual([]);
  });
});

describe("changing a string", () => {
  it("copies the way to it and nothing else", () => {
    const before = deepFreeze({ a: { text: "x" }, b: { text: "y" }, list: [{ text: "z" }, { n: 1 }] });
    const after = withString(before, ["list", 0, "text"], () => "new") as typeof before;
    expect(after).toEqual({ ...before, list: [{ text: "new" }, { n: 1 }] });
    expect(after.a).toBe(before.a);
    expect(after.list[1]).toBe(before.list[1]);
  });

  it("gives back the value itself when nothing changes", () => {
    fc.assert(
      fc.property(values, fc.array(fc.oneof(fc.string(), fc.nat(3))), (value, path) => {
        expect(withString(value, path, (text) => text)).toBe(value);
      }),
    );
  });

  it("reaches every string that is found, and leaves all others", () => {
    fc.assert(
      fc.property(values, (value) => {
        for (const { path, text } of stringsIn(value)) {
          const changed = withString(deepFreeze(value), path, (found) => `${found}!`);
          const texts = stringsIn(changed).map((string) => string.text);
          const expected = stringsIn(value).map((string) =>
            JSON.stringify(string.path) === JSON.stringify(path) ? `${text}!` : string.text,
          );
          expect(texts).toEqual(expected);
        }
      }),
    );
  });

  it("takes names of built-in properties for ordinary keys", () => {
    const args = JSON.parse('{"__proto__": "x", "constructor": "y"}') as object;
    const changed = withString(args, ["__proto__"], () => "new");
    expect(JSON.stringify(changed)).toBe('{"__proto__":"new","constructor":"y"}');
    expect(withString({}, ["constructor", "name"], () => "new")).toEqual({});
  });
});
