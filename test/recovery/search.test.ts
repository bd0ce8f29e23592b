import { expect, test } from "vitest";
import { answer } from "../../src/recovery/answer.ts";
import type { Query, Sources } from "../../src/recovery/query.ts";
import { image, lines, nextQuery, numbered, said, sourcesOf } from "../support/archive.ts";

test("a pattern gives the matching lines with their numbers and neighbours", () => {
  const sources = sourcesOf(
    numbered([lines(9, (line) => (line % 6 === 0 ? "Error: boom" : `line ${line}`))]),
  );
  expect(said({ toolCallIds: ["t1"], pattern: "error", context: 1 }, sources)).toBe(`## toolRef: t1
Tool: bash
Status: OK
Turn: 3

5- line 5
6: Error: boom
7- line 7
[1 matching line of 9, all shown]`);
});

test("of a long line the part around each match is shown, as a range that can be asked for", () => {
  const text = `${"x".repeat(5000)}needle${"y".repeat(5000)}`;
  const sources = sourcesOf(numbered([text]));
  const found = said({ toolCallIds: ["t1"], pattern: "needle" }, sources);
  const range = /^(\d+:\d+-\d+): (.*)$/m.exec(found);
  expect(range?.[2]).toContain("needle");
  expect(said({ toolCallIds: ["t1"], lines: range?.[1] }, sources)).toContain(
    `\n\n${range?.[2]}\n[characters`,
  );
});

test("an output without text has no line that could match", () => {
  const sources = sourcesOf([
    { ref: "t1", content: "" },
    { ref: "t2", content: [image("AA")] },
  ]);
  for (const pattern of ["^\\s*$", "^$", "\\b|$", "(?!x)"])
    for (const toolCallIds of [["t1"], ["t2"], ["*"]])
      expect(answer({ toolCallIds, pattern }, sources)).not.toMatchObject({ details: { matchingLines: 1 } });
});

test("a place without characters is found at the end of the last line, too", () => {
  const found = (text: string, pattern: string) =>
    answer({ toolCallIds: ["t1"], pattern }, sourcesOf(numbered([text])));
  for (const pattern of ["(?<=\\))$", "(?<=a\\))"])
    for (const text of ["x=1;\nfoo(a)", "x=1;\nfoo(a)\n", "foo(a)\r\n", "foo(a)"])
      expect(found(text, pattern)).toMatchObject({ details: { matchingLines: 1 } });
  expect(found("x=1;\nfoo(a)\n", "^$")).not.toMatchObject({ details: { matchingLines: 1 } });
});

test("capital letters in a pattern make it mind the case", () => {
  const sources = sourcesOf(numbered(["error\nError"]));
  const count = (pattern: string) => answer({ toolCallIds: ["t1"], pattern }, sources);
  expect(count("error")).toMatchObject({ details: { matchingLines: 2 } });
  expect(count("Error")).toMatchObject({ details: { matchingLines: 1 } });
  expect(count("(?i)Error")).toMatchObject({ details: { matchingLines: 2 } });
  expect(count("\\Srror")).toMatchObject({ details: { matchingLines: 2 } });
});

test("what is no regular expression is searched for as it stands", () => {
  const text = said({ toolCallIds: ["t1"], pattern: "f(x" }, sourcesOf(numbered(["a f(x) b"])));
  expect(text).toContain("1: a f(x) b\n[1 matching line of 1, all shown]");
  expect(text).toContain("The pattern is not a valid regular expression: searched as plain text.");
});

test("an expression that takes too long is searched for as it stands", () => {
  const sources: Sources = { ...sourcesOf(numbered(["(a+)+$ here"])), limit: () => undefined };
  const text = said({ toolCallIds: ["t1"], pattern: "(a+)+$" }, sources);
  expect(text).toContain("1: (a+)+$ here\n");
  expect(text).toContain("The pattern took too long as a regular expression and was searched as plain text");
});

test("a star with a pattern searches everything, newest first, and goes on where it stopped", () => {
  const sources = sourcesOf(
    numbered(Array.from({ length: 120 }, (_, at) => `call ${at + 1}\nneedle ${at + 1}\nend`)),
  );
  const seen: string[] = [];
  for (let query: Query | undefined = { toolCallIds: ["*"], pattern: "needle" }; query; ) {
    const text = said(query, sources);
    seen.push(...[...text.matchAll(/^## toolRef: (t\d+)$/gm)].map(([, ref]) => ref ?? ""));
    expect(text).toMatch(/Searched \d+ archived outputs, newest first: \d+ match/);
    query = nextQuery(text);
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => `t${120 - at}`));
});

test("a search that finds nothing says how much it looked at", () => {
  expect(said({ toolCallIds: ["*"], pattern: "nix" }, sourcesOf(numbered(["a", "b"])))).toBe(
    "Searched 2 archived outputs, newest first: no match for `nix`.",
  );
});
