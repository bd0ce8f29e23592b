import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batchPrompt } from "../../src/summary/prompt.ts";
import { answerTokens, limitsOf, splitBatch } from "../../src/summary/split.ts";
import { capturedBatch } from "../support/summary.ts";

const batchOf = (count: number, chars: number, filler = "x") =>
  capturedBatch(Array.from({ length: count }, () => ({ text: filler.repeat(chars) })));

describe("limitsOf", () => {
  it("allows fewer characters where they are more tokens", () => {
    expect(limitsOf(32_000, batchOf(1, 9000, "汉")).promptChars).toBeLessThan(
      limitsOf(32_000, batchOf(1, 9000)).promptChars / 3,
    );
  });

  it("leaves room for the answer", () => {
    fc.assert(
      fc.property(fc.integer({ min: 8000, max: 2_000_000 }), (window) => {
        const { promptChars, calls } = limitsOf(window, batchOf(1, 100));
        expect(promptChars / 2.4 + answerTokens(calls)).toBeLessThanOrEqual(window);
      }),
    );
  });
});

describe("splitBatch", () => {
  it("returns a batch that fits", () => {
    const batch = batchOf(3, 1000);
    expect(splitBatch(batch, { promptChars: 100_000, calls: 10 })).toEqual([batch]);
    expect(splitBatch(batch, { promptChars: 100_000, calls: 10 })[0]).toBe(batch);
  });

  it("splits a backlog larger than the window by calls, in order", () => {
    const backlog = batchOf(200, 40_000);
    const limits = limitsOf(128_000, backlog);
    const parts = splitBatch(backlog, limits);
    expect(parts.flatMap(({ calls }) => calls)).toEqual(backlog.calls);
    expect(parts.length).toBeGreaterThan(10);
    for (const part of parts)
      expect(batchPrompt(part, { budget: limits.promptChars }).user.length).toBeLessThanOrEqual(
        limits.promptChars,
      );
  });

  it("leaves a call that is too big for any request alone in its part", () => {
    const batch = capturedBatch([{ text: "a" }, { text: "b".repeat(900_000) }, { text: "c" }]);
    const sizes = splitBatch(batch, { promptChars: 8000, calls: 10 }).map(({ calls }) => calls.length);
    expect(sizes).toEqual([1, 1, 1]);
  });

  it("never asks for more calls than one answer has room for", () => {
    const parts = splitBatch(batchOf(100, 10), { promptChars: 1_000_000, calls: 7 });
    expect(Math.max(...parts.map(({ calls }) => calls.length))).toBe(7);
  });
});
