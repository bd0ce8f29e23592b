import { expect, test } from "vitest";
import { parseAsked } from "../../src/recovery/asked.ts";

const known = new Set(["call,1", "T4", "[x]", "ids"]);
const read = (text: string) => parseAsked(text, (name) => known.has(name));
const names = (...list: string[]) => list.map((name) => ({ kind: "name", name }));

test.each([
  ["t7", names("t7")],
  ["T7", names("t7")],
  [" `t7` ", names("t7")],
  ['"t7"', names("t7")],
  ["t07", names("t7")],
  ["#t7", names("t7")],
  ["ref `t7`", names("t7")],
  ["toolRef: t7", names("t7")],
  ["ref:t7", names("t7")],
  ["t1, t2", names("t1", "t2")],
  ["t1 and t2;t3", names("t1", "t2", "t3")],
  ['["t1","t2"]', names("t1", "t2")],
  ["call_9@1000#1", names("call_9@1000#1")],
  ["", []],
  ["` `", []],
])("%j asks for %j", (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each(["t1..t4", "T1..T4", "t1-t4", "t1 - 4", "t1…t4", "t1 to t4", "t4..t1", "`t1`..`t4`", "`t1..t4`"])(
  "%j is a range of refs",
  (text) => {
    expect(read(text)).toEqual([{ kind: "range", from: 1, to: 4 }]);
  },
);

test("a range may stand among names", () => {
  expect(read("t9, t1..t3")).toEqual([...names("t9"), { kind: "range", from: 1, to: 3 }]);
});

test("an id that is known stands for itself, whatever it looks like", () => {
  expect(["call,1", "T4", "[x]", "ids"].flatMap(read)).toEqual(names("call,1", "T4", "[x]", "ids"));
});

test("an id with a hyphen and a number is no range", () => {
  expect(read("x-t1-4")).toEqual(names("x-t1-4"));
});

test("a label of a summary is told apart from a ref", () => {
  expect(read("[[2:read]]")).toEqual([{ kind: "label", text: "[[2:read]]" }]);
});

test("a star is everything, also up to a ref", () => {
  expect([...read("*"), ...read("`*`"), ...read("*..t12")]).toEqual([
    { kind: "everything" },
    { kind: "everything" },
    { kind: "everything", upTo: "t12" },
  ]);
});
