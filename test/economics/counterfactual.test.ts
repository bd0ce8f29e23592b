import { describe, expect, it } from "vitest";
import type { ModelledRequest } from "../../src/economics/cache-model.ts";
import {
  compareRequest,
  emptyComparison,
  type Pricing,
  promptCost,
} from "../../src/economics/counterfactual.ts";
import { gpt, sonnet } from "./build.ts";

const pricing: Pricing = { model: sonnet, retention: "short" };

function request(at: number, ...sizes: readonly (readonly [key: string, tokens: number])[]): ModelledRequest {
  const blocks = sizes.map(([key, tokens]) => ({ key, tokens, endsMessage: true }));
  return { at, blocks, breakpoints: [0, blocks.length - 1], cold: false };
}

describe("compareRequest", () => {
  it("adds up what a session cost and what it would have cost without the pruner", () => {
    const system = ["system", 10_000] as const;
    const raw = ["result", 20_000] as const;
    const stub = ["stub", 1_000] as const;
    const reply = ["reply", 500] as const;
    const first = request(0, system, raw);
    const steps = [
      { actual: first, unpruned: first },
      { actual: request(1000, system, stub, reply), unpruned: request(1000, system, raw, reply) },
      { actual: request(2000, system, stub, reply), unpruned: request(2000, system, raw, reply) },
    ];
    const { actual, unpruned } = steps.reduce(
      (comparison, step) => compareRequest(comparison, step, pricing),
      emptyComparison,
    );
    expect(actual.spend).toEqual({
      read: 21_500,
      write: 31_500,
      input: 0,
      cost: expect.closeTo((21_500 * 0.3 + 31_500 * 3.75) / 1e6, 12),
    });
    expect(unpruned.spend).toEqual({
      read: 60_500,
      write: 30_500,
      input: 0,
      cost: expect.closeTo((60_500 * 0.3 + 30_500 * 3.75) / 1e6, 12),
    });
  });
});

describe("promptCost", () => {
  const use = { read: 100_000, write: 10_000, input: 1_000 };

  it.each([
    ["for five minutes", sonnet, "short", 0.03 + 0.0375 + 0.003],
    ["for an hour", sonnet, "long", 0.03 + 0.06 + 0.003],
    ["where writing is input", gpt, "short", 0.0125 + 0.0125 + 0.00125],
    ["without prices", { ...sonnet, cost: undefined }, "short", 0],
  ] as const)("is in dollars, %s", (_, model, retention, dollars) => {
    expect(promptCost(use, { model, retention })).toBeCloseTo(dollars, 12);
  });

  it("goes by the tier of the whole prompt", () => {
    const above = { input: 6, output: 1, cacheRead: 0.6, cacheWrite: 7.5, inputTokensAbove: 111_000 };
    const tiered = (inputTokensAbove: number) => ({
      ...sonnet,
      cost: {
        input: 3,
        output: 1,
        cacheRead: 0.3,
        cacheWrite: 3.75,
        tiers: [{ ...above, inputTokensAbove }],
      },
    });
    const cost = (limit: number) => promptCost(use, { model: tiered(limit), retention: "short" });
    expect(cost(110_999)).toBeCloseTo(2 * cost(111_000), 12);
  });
});
