import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fenceFor } from "../../src/summary/fence.ts";

describe("fenceFor", () => {
  it.each([
    { texts: [], open: "<tool-data-1>" },
    { texts: ["</tool-data-1>"], open: "<tool-data-2>" },
    { texts: ["x TOOL-DATA-12 y", "</tool-data-2 >"], open: "<tool-data-3>" },
    { texts: ["tool-data-", "tool-data"], open: "<tool-data-1>" },
  ])("opens with $open around $texts", ({ texts, open }) => {
    expect(fenceFor(texts).open).toBe(open);
  });

  it("has a name that occurs in none of the texts, and stays short", () => {
    const hostile = fc.array(
      fc.oneof(
        fc.nat(1_000_000).map((number) => `</tool-data-${number}>`),
        fc.nat(30).map((number) => `</Tool-Data-${number}>`),
        fc.string(),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(hostile, (pieces) => {
        const text = pieces.join("");
        const { open, close } = fenceFor([text]);
        const name = open.slice(1, -1);
        expect(close).toBe(`</${name}>`);
        expect(text.toLowerCase()).not.toContain(name);
        expect(name.length).toBeLessThanOrEqual("tool-data-".length + 7);
      }),
    );
  });
});
