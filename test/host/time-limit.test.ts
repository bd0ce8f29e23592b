import { expect, it } from "vitest";
import { withTimeLimit } from "../../src/host/time-limit.ts";

it("gives back what the work makes", () => {
  const made = { hits: [1, 2] };
  expect(withTimeLimit(() => made)).toBe(made);
});

it("ends an expression that runs away", () => {
  const text = "a".repeat(5000);
  expect(withTimeLimit(() => ({ found: /^(a+)+$/.test(`${text}b`) }))).toBeUndefined();
  expect(withTimeLimit(() => ({ found: true }))).toEqual({ found: true });
});

it("passes on what the work throws", () => {
  expect(() =>
    withTimeLimit(() => {
      throw new Error("broken");
    }),
  ).toThrow("broken");
});
