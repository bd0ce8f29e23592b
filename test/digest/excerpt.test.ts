import { expect, it } from "vitest";
import { excerpt } from "../../src/digest/excerpt.ts";

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}`).join("\n");

it("has the ends of a long text and all of a short one, in order", () => {
  expect(excerpt(lines(1, 4), 100)).toBe(lines(1, 4));
  const shown = excerpt(lines(1, 1000), 40).split("\n");
  expect(shown.slice(0, 2)).toEqual(["line 1", "line 2"]);
  expect(shown.slice(-2)).toEqual(["line 999", "line 1000"]);
  expect(shown.length).toBeLessThan(20);
});

it("takes any text", () => {
  expect(excerpt("", 40)).toBe("");
  expect(excerpt("\uD800", 40)).toBe("\uFFFD");
  expect(excerpt("x".repeat(100_000), 200).length).toBeLessThan(400);
});
