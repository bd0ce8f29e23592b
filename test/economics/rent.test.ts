import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accrue, flushPrice, isPaid, paysAtPrompt } from "../../src/economics/rent.ts";

const prices = { read: 0.3, write: 3.75 };
const question = { prices, removable: 10_000, rewritten: 20_000 };

describe("rent", () => {
  it("grows by the reading price of what could be removed, and is void when nothing can", () => {
    expect(accrue(500, question)).toBe(3_500);
    expect(accrue(500, { ...question, removable: 0 })).toBe(0);
  });

  it.each([
    [68_999, false],
    [69_000, true],
  ])("of %i against a flush of 69,000 says paid: %s", (rent, paid) => {
    expect(flushPrice(question)).toBe(69_000);
    expect(isPaid(rent, question)).toBe(paid);
  });

  it.each([
    [11_500, true],
    [11_499, false],
  ])(
    "to be expected of 20 requests that read %i tokens less pays for 20,000 rewritten: %s",
    (removable, pays) => {
      expect(paysAtPrompt({ ...question, removable })).toBe(pays);
    },
  );

  it("makes a flush free where a rewrite costs no more than reading", () => {
    expect(flushPrice({ ...question, prices: { read: 0.35, write: 0.35 } })).toBe(0);
    expect(flushPrice({ ...question, prices: { read: 0.26, write: 0.25 } })).toBe(0);
  });

  it("never calls for a flush that removes nothing", () => {
    const nothing = { ...question, removable: 0, rewritten: 0 };
    expect([isPaid(1e9, nothing), paysAtPrompt(nothing)]).toEqual([false, false]);
  });

  it("costs at most twice what knowing the future would", () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 0, max: 100_000 }), (dead, rewritten) => {
        const allowance = 1e-6;
        expect(ruleCost(dead, rewritten)).toBeLessThanOrEqual(2 * bestCost(dead, rewritten) + allowance);
      }),
    );
  });
});

// The controllable part of a session with one price for a flush: the rent of every request, and the flushes.
// `dead[i]` tokens become removable before request i.

function ruleCost(dead: readonly number[], rewritten: number): number {
  let [cost, rent, removable] = [0, 0, 0];
  for (const tokens of dead) {
    removable += tokens;
    const now = { prices, removable, rewritten };
    rent = accrue(rent, now);
    if (isPaid(rent, now)) {
      cost += flushPrice(now);
      [rent, removable] = [0, 0];
    }
    cost += prices.read * removable;
  }
  return cost;
}

/** The cheapest choice of flushes by a clairvoyant: `best[i]` is the cost up to a flush before request i. */
function bestCost(dead: readonly number[], rewritten: number): number {
  const price = flushPrice({ prices, removable: 0, rewritten });
  const best = [0];
  for (let end = 1; end <= dead.length; end++) {
    const options = best.map((before, start) => before + rentBetween(dead, start, end) + price);
    best.push(Math.min(...options));
  }
  return Math.min(...best.map((before, start) => before + rentBetween(dead, start, dead.length + 1)));
}

/** The rent of the requests from a flush before number `start` to one before number `end`, both counted from 1. */
function rentBetween(dead: readonly number[], start: number, end: number): number {
  let [rent, removable] = [0, 0];
  for (let request = Math.max(1, start); request < end; request++) {
    if (request > start) removable += dead[request - 1] ?? 0;
    rent += prices.read * removable;
  }
  return rent;
}
