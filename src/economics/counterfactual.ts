import { cacheRules } from "./cache.ts";
import {
  type CacheState,
  type CacheUse,
  emptyCache,
  type ModelledRequest,
  sendRequest,
} from "./cache-model.ts";
import type { CacheRetention, HostModel } from "./host-model.ts";
import { ratesFor, writePrice } from "./prices.ts";

/** Whose cache and prices a request meets. */
export interface Pricing {
  readonly model: HostModel;
  readonly retention: CacheRetention;
}

/** Tokens by where they came from, and dollars (0 where the model has no prices). */
export interface Spend extends CacheUse {
  readonly cost: number;
}

interface Side {
  readonly cache: CacheState;
  readonly spend: Spend;
}

/** A session twice: as it was sent, and as it would have been sent without the pruner. */
export interface Comparison {
  readonly actual: Side;
  readonly unpruned: Side;
}

const nothing: Side = { cache: emptyCache, spend: { read: 0, write: 0, input: 0, cost: 0 } };

export const emptyComparison: Comparison = { actual: nothing, unpruned: nothing };

/**
 * The comparison after one more request; both of its forms go through a cache of their own. `unpruned` is left out for
 * a request that there would not have been.
 */
export const compareRequest = (
  comparison: Comparison,
  request: { readonly actual: ModelledRequest; readonly unpruned?: ModelledRequest | undefined },
  pricing: Pricing,
): Comparison => ({
  actual: send(comparison.actual, request.actual, pricing),
  unpruned: request.unpruned ? send(comparison.unpruned, request.unpruned, pricing) : comparison.unpruned,
});

/** Dollars that one request's prompt costs: the price tier goes by all of its tokens, as in the hosts' own sums. */
export function promptCost(use: CacheUse, { model, retention }: Pricing): number {
  if (!model.cost) return 0;
  const rates = ratesFor(model.cost, use.read + use.write + use.input);
  const perMillion =
    use.read * rates.cacheRead + use.write * writePrice(model, rates, retention) + use.input * rates.input;
  return perMillion / 1_000_000;
}

function send({ cache, spend }: Side, request: ModelledRequest, pricing: Pricing): Side {
  const { use, state } = sendRequest(cache, request, cacheRules(pricing.model, pricing.retention));
  return {
    cache: state,
    spend: {
      read: spend.read + use.read,
      write: spend.write + use.write,
      input: spend.input + use.input,
      cost: spend.cost + promptCost(use, pricing),
    },
  };
}
