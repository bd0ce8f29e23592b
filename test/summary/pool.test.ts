import { describe, expect, it } from "vitest";
import { mapPool } from "../../src/summary/pool.ts";

describe("mapPool", () => {
  it.each([
    { limit: 1, most: 1 },
    { limit: 3, most: 3 },
    { limit: 99, most: 6 },
    { limit: 0, most: 1 },
  ])("has $most of 6 open with a limit of $limit, and keeps their order", async ({ limit, most }) => {
    let open = 0;
    let highest = 0;
    const results = await mapPool([0, 1, 2, 3, 4, 5], limit, async (item) => {
      highest = Math.max(highest, ++open);
      for (let i = 0; i < 6 - item; i++) await Promise.resolve();
      open--;
      return item * 10;
    });
    expect(results).toEqual([0, 10, 20, 30, 40, 50]);
    expect(highest).toBe(most);
  });

  it("has nothing to do for nothing", async () => {
    expect(await mapPool([], 4, () => 1)).toEqual([]);
  });
});
