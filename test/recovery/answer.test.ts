import { expect, test } from "vitest";
import { textOf } from "../../src/model/message.ts";
import { answer } from "../../src/recovery/answer.ts";
import type { Query } from "../../src/recovery/query.ts";
import { image, type Kept, lines, nextQuery, numbered, said, sourcesOf } from "../support/archive.ts";

const hello: Kept = { ref: "t1", toolName: "read", args: { path: "a.ts" }, content: "hello\nworld\n" };

test("a whole output stands under a header that says what the call was", () => {
  expect(said({ toolCallIds: ["t1"] }, sourcesOf([hello]))).toBe(`## toolRef: t1
Tool: read
Args: {"path":"a.ts"}
Status: OK
Turn: 3

hello
world
[complete: 2 lines, 12 bytes]`);
});

test("several outputs are divided by a rule, each with its status", () => {
  const sources = sourcesOf([
    { ref: "t1", content: "ok" },
    { ref: "t2", content: "no such file", isError: true },
  ]);
  expect(said({ toolCallIds: ["t1", "t2"] }, sources)).toBe(`## toolRef: t1
Tool: bash
Status: OK
Turn: 3

ok
[complete: 1 line, 2 bytes]

---

## toolRef: t2
Tool: bash
Status: ERROR
Turn: 3

no such file
[complete: 1 line, 12 bytes]`);
});

test("a part of an output says which part it is", () => {
  const sources = sourcesOf(numbered([lines(9)]));
  expect(said({ toolCallIds: ["t1"], lines: "3-4" }, sources)).toBe(`## toolRef: t1
Tool: bash
Status: OK
Turn: 3

line 3
line 4
[lines 3-4 of 9 · 14 of 62 bytes]`);
});

test("an output that is too long names the call for its next part", () => {
  const text = said({ toolCallIds: ["t1"] }, sourcesOf(numbered([lines(5000)])));
  expect(text.split("\n").at(-1)).toBe(
    '[lines 1-1987 of 5000 · 18763 of 48892 bytes · next: context_tree_query({ toolCallIds: ["t1"], lines: "1988-5000" })]',
  );
});

test("arguments come back whole when they are asked for, and cut in the header otherwise", () => {
  const args = { path: "a.ts", content: "z".repeat(1000) };
  const sources = sourcesOf([{ ref: "t1", args, content: "written" }]);
  expect(said({ toolCallIds: ["t1"], args: true }, sources)).toContain(
    `\n\nArgs: ${JSON.stringify(args)}\n[complete`,
  );
  const header = said({ toolCallIds: ["t1"] }, sources).split("\n")[2] ?? "";
  expect(header).toMatch(
    /^Args: \{"path":"a.ts","content":"z+… \(1028 characters; all of them with args: true\)$/,
  );
  expect(header.length).toBeLessThan(470);
});

test("images come back as images behind the text of their call", () => {
  const sources = sourcesOf([
    { ref: "t1", content: [{ type: "text", text: "Screenshot:" }, image("AAAA")] },
    { ref: "t2", content: [image("BBBB")] },
  ]);
  const result = answer({ toolCallIds: ["t1", "t2"] }, sources);
  expect(result.ok && result.content.map((block) => (block.type === "text" ? "text" : block.data))).toEqual([
    "text",
    "AAAA",
    "text",
    "BBBB",
  ]);
  expect(result).toMatchObject({ details: { images: 2 } });
  expect(said({ toolCallIds: ["t1", "t2"] }, sources)).toContain("[no text · 1 image follows]");
});

test("every image of a call with many can be asked for", () => {
  const content = Array.from({ length: 23 }, (_, at) => image(`image${at}`));
  const sources = sourcesOf([{ ref: "t1", content }]);
  const seen: string[] = [];
  for (let query: Query | undefined = { toolCallIds: ["t1"] }; query; ) {
    const result = answer(query, sources);
    if (!result.ok) throw new Error(result.message);
    seen.push(...result.content.flatMap((block) => (block.type === "image" ? block.data : [])));
    query = nextQuery(textOf(result.content));
  }
  expect(seen).toEqual(content.map(({ data }) => data));
});

test("an output in several text blocks says at which lines each of them is", () => {
  const content = ["one\ntwo", "three\n", "four"].map((text) => ({ type: "text", text }) as const);
  const sources = sourcesOf([{ ref: "t1", content }]);
  expect(said({ toolCallIds: ["t1"] }, sources)).toContain(
    "Note: 3 text blocks, joined by line breaks, at lines 1-2, 3, 5\n\none\ntwo\nthree\n\nfour\n[complete",
  );
});

test("lone surrogates are replaced and counted, so that no request breaks on them", () => {
  const text = said({ toolCallIds: ["t1"] }, sourcesOf(numbered(["a\ud800b😀"])));
  expect(text).toContain("Note: 1 lone surrogate of the original cannot be sent and stand here as U+FFFD.");
  expect(text).toContain("\n\na\ufffdb😀\n[complete");
});

test("an output that cannot be had says why and shows what was kept of it", () => {
  const missing = { missing: "This output is lost.", preview: "head of it", args: { path: "x" } };
  const sources = sourcesOf([{ ref: "t1", content: "", missing }]);
  expect(answer({ toolCallIds: ["t1"] }, sources)).toMatchObject({ ok: true, details: { missing: 1 } });
  expect(said({ toolCallIds: ["t1"] }, sources)).toBe(`## toolRef: t1
Tool: bash
Args: {"path":"x"}
Status: MISSING
Turn: 3

This output is lost.
It began:
head of it`);
});

test("the same query has the same answer", () => {
  const sources = sourcesOf(numbered([lines(5000), lines(20)]));
  const query = { toolCallIds: ["t1", "t2"], pattern: "9" };
  expect(answer(query, sources)).toEqual(answer(query, sources));
});

test("twenty long outputs share the room fairly, and short ones are whole", () => {
  const sources = sourcesOf(numbered([...Array.from({ length: 19 }, () => lines(5000)), "short"]));
  const result = said({ toolCallIds: ["t1..t20"] }, sources).split("\n\n---\n\n");
  expect(result).toHaveLength(20);
  expect(result.at(-1)).toContain("short\n[complete: 1 line, 5 bytes]");
  const sizes = result.slice(0, 19).map((block) => block.split("\n").length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});
