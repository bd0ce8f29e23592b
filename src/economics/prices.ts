import { familyOf } from "./family.ts";
import type { CacheRetention, HostModel, ListedCost, ListedRates } from "./host-model.ts";

/** What a token of the prompt costs, in dollars per million (in any unit where nothing is listed). */
export interface CachePrices {
  readonly read: number;
  readonly write: number;
}

/** What writing costs over reading where prices are zero or unknown: Anthropic's ratio, and a common one. */
const USUAL_RATIO = 12.5;

export interface PriceQuestion {
  readonly retention: CacheRetention;
  /** Tokens of the whole prompt: they decide the price tier. */
  readonly promptTokens: number;
}

/**
 * The prices of reading a token from the cache and of writing it there. Both are finite and above 0; `write` is the
 * input price where writing has none of its own. A read price of 0 means that none is listed.
 */
export function cachePrices(model: HostModel, question: PriceQuestion): CachePrices {
  const rates = model.cost && ratesFor(model.cost, question.promptTokens);
  const write = rates ? writePrice(model, rates, question.retention) : 0;
  if (!rates || !isPrice(write)) return { read: 1, write: USUAL_RATIO };
  return { read: isPrice(rates.cacheRead) ? rates.cacheRead : write / USUAL_RATIO, write };
}

/** The rates of a request of `inputTokens`: those of the highest tier below it, for all of its tokens. */
export function ratesFor(cost: ListedCost, inputTokens: number): ListedRates {
  let rates: ListedRates = cost;
  let above = -1;
  for (const tier of cost.tiers ?? []) {
    if (inputTokens <= tier.inputTokensAbove || tier.inputTokensAbove <= above) continue;
    rates = tier;
    above = tier.inputTokensAbove;
  }
  return rates;
}

/** What writing a token to the cache costs, in the unit of `rates`. */
export function writePrice(model: HostModel, rates: ListedRates, retention: CacheRetention): number {
  // Anthropic takes twice the input price for entries that live an hour, which no price list of a host says.
  if (retention === "long" && familyOf(model) === "anthropic")
    return Math.max(2 * rates.input, rates.cacheWrite);
  // Some gateways list what storing costs on top of the input price: a rewrite is never cheaper than input.
  return Math.max(rates.input, rates.cacheWrite);
}

/** Prompt sizes in tokens, ascending, above which every token of a request costs more. */
export function tierThresholds(cost: ListedCost | undefined): readonly number[] {
  const tiers = [...(cost?.tiers ?? [])].sort((a, b) => a.inputTokensAbove - b.inputTokensAbove);
  return tiers
    .map((tier, index) => ({ tier, below: tiers[index - 1] ?? cost }))
    .filter(({ tier, below }) => below !== undefined && costsMore(tier, below))
    .map(({ tier }) => tier.inputTokensAbove);
}

const costsMore = (rates: ListedRates, than: ListedRates): boolean =>
  rates.input > than.input || rates.cacheRead > than.cacheRead || rates.cacheWrite > than.cacheWrite;

const isPrice = (price: number): boolean => Number.isFinite(price) && price > 0;
