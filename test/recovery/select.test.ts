import { expect, test } from "vitest";
import { answer } from "../../src/recovery/answer.ts";
import type { Query } from "../../src/recovery/query.ts";
import { numbered, said, sourcesOf } from "../support/archive.ts";

test("an id that was used again answers with every occurrence, oldest first, under its own name", () => {
  const sources = sourcesOf([
    { id: "bash_0", at: 900, ref: "t2", content: "late" },
    { id: "bash_0", at: 100, ref: "t1", content: "early" },
  ]);
  const heads = (query: Query) => said(query, sources).match(/^(## toolRef|Ref): .*$/gm);
  expect(heads({ toolCallIds: ["bash_0"] })).toEqual([
    "## toolRef: bash_0@100",
    "Ref: t1",
    "## toolRef: bash_0@900",
    "Ref: t2",
  ]);
  expect(heads({ toolCallIds: ["t1"] })).toEqual(["## toolRef: t1"]);
  expect(heads({ toolCallIds: ["bash_0@900", "t2"] })).toEqual(["## toolRef: bash_0@900", "Ref: t2"]);
});

test("a ref wins over an id of the same spelling", () => {
  const sources = sourcesOf([
    { id: "t2", at: 1, ref: "t1", content: "by id" },
    { id: "x", at: 2, ref: "t2", content: "by ref" },
  ]);
  expect(said({ toolCallIds: ["t2"] }, sources)).toContain("\n\nby ref\n");
});

test("a ref of another branch is found and says so", () => {
  const sources = sourcesOf(numbered(["here"]), [{ ref: "t9", at: 5, content: "there" }]);
  expect(said({ toolCallIds: ["t9"] }, sources)).toContain(
    "## toolRef: t9\nBranch: another branch of this session\nTool: bash\nStatus: OK\nTurn: 3\n\nthere\n",
  );
});

test("what is found is answered, and what is not is named with what there is", () => {
  const sources = sourcesOf(numbered(["one", "two"]));
  const result = answer({ toolCallIds: ["t1", "t8", "nope", "[[2:read]]"] }, sources);
  expect(result).toMatchObject({ ok: true, details: { refs: ["t1"], unknown: 2 } });
  const text = said({ toolCallIds: ["t1", "t8", "nope", "[[2:read]]"] }, sources);
  expect(text).toContain(
    "Not found: `t8`, `nope`. On this branch refs run from t1 to t2 (2 archived outputs).",
  );
  expect(text).toContain(
    "`[[2:read]]` is a label inside one summary, not a ref: use the ref beside it, such as t7.",
  );
});

test.each<[string, Query, string]>([
  ["nothing", { toolCallIds: [] }, "toolCallIds names no output."],
  ["an unknown ref", { toolCallIds: ["t9"] }, "Not found: `t9`. On this branch t1 is the only ref"],
  ["everything without a pattern", { toolCallIds: ["*"] }, 'toolCallIds: ["*"] searches everything'],
  ["a range that is none", { toolCallIds: ["t1"], lines: "first" }, 'lines: `first` is none of "120-180"'],
  ["a search up to an unknown ref", { toolCallIds: ["*..t9"], pattern: "x" }, "Not found: `t9`."],
])("a query for %s is refused with what to ask instead", (_, query, message) => {
  expect(said(query, sourcesOf(numbered(["one"])))).toMatch(new RegExp(`^refused: ${escaped(message)}`));
});

test("nothing archived is said as such", () => {
  expect(said({ toolCallIds: ["t1"] }, sourcesOf([]))).toContain("Nothing is archived in this session yet");
});

test("of more than fifty calls the first fifty are answered and the rest named", () => {
  const sources = sourcesOf(numbered(Array.from({ length: 300 }, () => "x")));
  const ids = Array.from({ length: 300 }, (_, at) => `t${at + 1}`);
  expect(answer({ toolCallIds: ids }, sources)).toMatchObject({ details: { refs: ids.slice(0, 50) } });
  expect(said({ toolCallIds: ids }, sources)).toContain(
    "Only the first 50 calls are answered. Ask again for `t51..t300`.",
  );
  expect(said({ toolCallIds: ["t1..t300"] }, sources)).toContain("Ask again for `t51..t300`.");
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
