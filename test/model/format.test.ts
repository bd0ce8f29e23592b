import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteSize, compactCount, plural, utf8Bytes } from "../../src/model/format.ts";
import { texts } from "../support/texts.ts";

describe("numbers for people", () => {
  it.each([
    [0, "0 calls"],
    [1, "1 call"],
    [2, "2 calls"],
  ])("%i is %j", (count, text) => {
    expect(plural(count, "call")).toBe(text);
  });

  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1.0k"],
    [92_000, "92.0k"],
    [999_949, "999.9k"],
    [999_950, "1.0M"],
    [1_500_000, "1.5M"],
  ])("a count of %i is %j", (count, text) => {
    expect(compactCount(count)).toBe(text);
  });

  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1 kB"],
    [41_400, "41 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [1_234_567, "1.2 MB"],
  ])("%i bytes are %j", (bytes, text) => {
    expect(byteSize(bytes)).toBe(text);
  });
});

describe("utf8Bytes", () => {
  it("counts what the text takes in UTF-8, lone surrogates included", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
      }),
    );
  });
});
