import type { Price } from "./entries.ts";

export const NO_USAGE: Readonly<Price> = { input: 0, output: 0, cost: 0, calls: 0 };

/** The sum of several usages. */
export function addUsage(usages: readonly Readonly<Price>[]): Readonly<Price> {
  return usages.reduce(
    (sum, { input, output, cost, calls }) => ({
      input: sum.input + input,
      output: sum.output + output,
      cost: sum.cost + cost,
      calls: sum.calls + calls,
    }),
    NO_USAGE,
  );
}
