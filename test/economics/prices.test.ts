import { getModels, getProviders } from "@mariozechner/pi-ai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HostModel, ListedCost } from "../../src/economics/host-model.ts";
import { cachePrices, ratesFor, tierThresholds } from "../../src/economics/prices.ts";
import { gpt, sonnet } from "./build.ts";

const short = { retention: "short", promptTokens: 50_000 } as const;
const priced = (cost: ListedCost | undefined, base: HostModel = gpt): HostModel => ({ ...base, cost });
const rates = (input: number, cacheRead: number, cacheWrite: number) => ({
  input,
  output: 5 * input,
  cacheRead,
  cacheWrite,
});

describe("cachePrices", () => {
  it.each([
    ["listed prices", sonnet, { read: 0.3, write: 3.75 }],
    ["the input price where writing is free", gpt, { read: 0.125, write: 1.25 }],
    ["the usual ratio without prices", priced(undefined), { read: 1, write: 12.5 }],
    ["the usual ratio for a subscription", priced(rates(0, 0, 0)), { read: 1, write: 12.5 }],
    ["the usual ratio where no read price is listed", priced(rates(2.5, 0, 0)), { read: 0.2, write: 2.5 }],
    ["the input price over a mere storage fee", priced(rates(2, 0.2, 0.375)), { read: 0.2, write: 2 }],
    ["the usual ratio for prices that are none", priced(rates(Number.NaN, -1, 0)), { read: 1, write: 12.5 }],
  ])("takes %s", (_, model, prices) => {
    expect(cachePrices(model, short)).toEqual(prices);
  });

  it("takes twice the input price for an hour of Anthropic's cache", () => {
    expect(cachePrices(sonnet, { ...short, retention: "long" })).toEqual({ read: 0.3, write: 6 });
    expect(cachePrices(gpt, { ...short, retention: "long" })).toEqual({ read: 0.125, write: 1.25 });
  });

  it("takes the tier that the prompt falls into", () => {
    const model = priced({
      ...rates(2, 0.2, 0),
      tiers: [{ ...rates(4, 0.4, 0), inputTokensAbove: 200_000 }],
    });
    expect(cachePrices(model, { ...short, promptTokens: 200_000 })).toEqual({ read: 0.2, write: 2 });
    expect(cachePrices(model, { ...short, promptTokens: 200_001 })).toEqual({ read: 0.4, write: 4 });
  });

  it("is finite and above 0 for every model of the host's catalog", () => {
    const odd = getProviders().flatMap((provider) =>
      getModels(provider).filter((model) => {
        const { read, write } = cachePrices(model, short);
        return !(read > 0 && write > 0 && Number.isFinite(read + write));
      }),
    );
    expect(odd).toEqual([]);
  });

  it("is finite and above 0 whatever a price list holds", () => {
    const price = fc.oneof(fc.constantFrom(0, -1, Number.NaN, Infinity), fc.double({ min: 1e-6, max: 1e4 }));
    fc.assert(
      fc.property(price, price, price, (input, cacheRead, cacheWrite) => {
        const { read, write } = cachePrices(priced(rates(input, cacheRead, cacheWrite)), short);
        expect(Number.isFinite(read) && read > 0 && Number.isFinite(write) && write > 0).toBe(true);
      }),
    );
  });
});

describe("tiers", () => {
  const cost = {
    ...rates(1, 0.1, 0),
    tiers: [
      { ...rates(4, 0.4, 0), inputTokensAbove: 256_000 },
      { ...rates(2, 0.2, 0), inputTokensAbove: 32_000 },
      { ...rates(4, 0.4, 0), inputTokensAbove: 512_000 },
    ],
  };

  it.each([
    [32_000, 1],
    [32_001, 2],
    [256_000, 2],
    [256_001, 4],
    [900_000, 4],
  ])("charges %i tokens the input price %i, in whatever order the tiers are listed", (tokens, input) => {
    expect(ratesFor(cost, tokens).input).toBe(input);
  });

  it("are thresholds where something becomes dearer", () => {
    expect(tierThresholds(cost)).toEqual([32_000, 256_000]);
    expect(tierThresholds(rates(1, 0.1, 0))).toEqual([]);
    expect(tierThresholds(undefined)).toEqual([]);
  });
});
