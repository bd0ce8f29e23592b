import { expect, it } from "vitest";
import { ExternalCost } from "../../src/host/external-cost.ts";

const totals = (input: number, output: number, cost: number) => ({
  totalInputTokens: input,
  totalOutputTokens: output,
  totalCost: cost,
});

it("tells what was spent since the session was opened, once for each growth", () => {
  const emitted: unknown[] = [];
  const cost = new ExternalCost((channel, data) => emitted.push([channel, data]));
  cost.open(undefined);
  cost.rebase(totals(100, 10, 0.5));
  cost.observe(totals(100, 10, 0.5));
  cost.observe(totals(150, 20, 0.75));
  cost.observe(totals(150, 20, 0.75));
  expect(emitted).toEqual([
    ["cost:external", { source: "pi-condense", totalCost: 0.25, inputTokens: 50, outputTokens: 10 }],
  ]);
});

it("keeps what was spent on a branch that was left", () => {
  const emitted: { totalCost: number }[] = [];
  const cost = new ExternalCost((_, data) => emitted.push(data as { totalCost: number }));
  cost.open(undefined);
  cost.rebase(undefined);
  cost.observe(totals(100, 10, 0.5));
  cost.rebase(undefined);
  cost.observe(undefined);
  cost.observe(totals(100, 10, 0.25));
  expect(emitted.map(({ totalCost }) => totalCost)).toEqual([0.5, 0.75]);
  cost.open(undefined);
  cost.rebase(totals(100, 10, 0.25));
  cost.observe(totals(120, 12, 0.5));
  expect(emitted.at(-1)?.totalCost).toBe(0.25);
});

it("is silent when the session is gone", () => {
  const cost = new ExternalCost(() => {
    throw new Error("stale");
  });
  cost.open(undefined);
  expect(() => cost.observe(totals(1, 1, 1))).not.toThrow();
});
