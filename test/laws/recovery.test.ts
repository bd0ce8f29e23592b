import fc from "fast-check";
import { expect, test } from "vitest";
import { wellFormed } from "../../src/model/text.ts";
import type { Query } from "../../src/recovery/query.ts";
import { type Kept, lines, nextQuery, numbered, said, sourcesOf } from "../support/archive.ts";
import { allPages } from "../support/pages.ts";

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom("\n", "\r\n", "\n\n", "[lines 1-2 of 3]\n", "---\n", "😀", "é", "\t"),
  },
  fc
    .tuple(fc.constantFrom("a", "😀", "日本", "\n", "line of a log\n"), fc.integer({ min: 1, max: 12_000 }))
    .map(([unit, count]) => unit.repeat(count)),
);
const anyText = fc.array(piece, { maxLength: 8 }).map((pieces) => wellFormed(pieces.join("")));

test("page after page, every byte of an output comes back, once and in order", () => {
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1, maxLength: 3 }), fc.boolean(), (texts, isArgs) => {
      const kept = texts.map((content, at): Kept => ({ ref: `t${at + 1}`, at, args: content, content }));
      const sources = sourcesOf(kept);
      for (const { ref, content } of kept) {
        const query = { toolCallIds: [ref ?? ""], ...(isArgs && { args: true }) };
        expect(allPages(query, sources)).toBe(isArgs ? JSON.stringify(content) : content);
      }
    }),
    { numRuns: 40 },
  );
});

test("search after search, every matching line comes back once", () => {
  const word = fc.constantFrom("needle", "hay", "Needle", "😀".repeat(40), "-".repeat(500), "\n", "\n");
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 400 }),
      fc.integer({ min: 0, max: 3 }),
      fc.nat(60),
      (words, context, others) => {
        const text = words.join(" ").repeat(10);
        const sources = sourcesOf(numbered([text, ...Array.from({ length: others }, () => "needle")]));
        const ids = Array.from({ length: others + 1 }, (_, at) => `t${at + 1}`).slice(0, 50);
        const found = new Set<number>();
        let query: Query | undefined = { toolCallIds: ids, pattern: "needle", context };
        while (query) {
          const block = said(query, sources).split("\n\n---\n\n")[0] ?? "";
          for (const [, line] of block.matchAll(/^(\d+)(?::\d+-\d+)?: /gm)) found.add(Number(line));
          query = nextQuery(block.slice(block.lastIndexOf("\n[")));
        }
        const expected = text.split("\n").flatMap((line, at) => (/needle/i.test(line) ? at + 1 : []));
        expect([...found].sort((a, b) => a - b)).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

test("no answer is longer than the bound, whatever is asked of whatever", () => {
  const big = [lines(5000), "", "\n".repeat(5000), "日本語".repeat(10_000), "\ud800".repeat(9000)];
  const kept = [
    ...numbered(
      Array.from({ length: 300 }, (_, at) =>
        at === 1 ? "x".repeat(3_000_000) : (big[at % 30] ?? `short ${at}`),
      ),
    ),
    {
      id: "i".repeat(9000),
      at: 5,
      toolName: "n".repeat(9000),
      args: { a: "😀".repeat(9000) },
      content: lines(5000),
    },
  ];
  const sources = sourcesOf(kept);
  const id = fc.oneof(
    fc.nat(310).map((ref) => `t${ref}`),
    fc.constantFrom("*", "t1..t300", "i".repeat(9000), "t1, t2", "[[2:read]]", "*..t200", ""),
    fc.string(),
  );
  const query = fc.record(
    {
      toolCallIds: fc.array(id, { maxLength: 300, size: "max" }),
      pattern: fc.oneof(
        fc.constantFrom("x", "line 1", ".", "^$", "(", "日", "x{3}", "y".repeat(5000)),
        fc.string(),
      ),
      context: fc.oneof(fc.integer(), fc.double()),
      lines: fc.oneof(fc.constantFrom("-40", "1:5-900000", "100-", "images:1-3", "4000-4100"), fc.string()),
      args: fc.boolean(),
    },
    { requiredKeys: ["toolCallIds"] },
  );
  fc.assert(
    fc.property(query, (asked) => {
      const text = said(asked, sources);
      expect(sizeOf(text)).toBe("small enough");
      expect(text).toBe(wellFormed(text));
    }),
    { numRuns: 100 },
  );
});

function sizeOf(text: string): string {
  const bytes = Buffer.byteLength(text);
  const count = text.split("\n").length;
  return bytes <= 51_200 && count <= 2000 ? "small enough" : `${bytes} bytes, ${count} lines`;
}
