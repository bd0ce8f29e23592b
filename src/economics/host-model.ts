/** What one token costs, in dollars per million tokens, as the hosts list it; 0 where nothing is listed. */
export interface ListedRates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** Rates for the whole of a request whose prompt is longer than `inputTokensAbove` tokens. */
export interface ListedTier extends ListedRates {
  readonly inputTokensAbove: number;
}

export interface ListedCost extends ListedRates {
  readonly tiers?: readonly ListedTier[] | undefined;
}

/** Which cache life requests ask for: `long` is what `PI_CACHE_RETENTION=long` stands for. */
export type CacheRetention = "short" | "long";

/** The part of a host's model that says what a request costs and how its prompt is cached. */
export interface HostModel {
  readonly id: string;
  readonly provider: string;
  readonly api: string;
  /** In tokens. */
  readonly contextWindow: number;
  readonly cost?: ListedCost | undefined;
  /** Life of a cache entry in seconds, by retention; only some hosts know it, and only for some models. */
  readonly promptCache?: { readonly [retention in CacheRetention]?: number | undefined } | undefined;
}

/** Names a model across providers: `provider/id`. Ids may hold slashes themselves, providers do not. */
export const modelKey = (model: Pick<HostModel, "provider" | "id">): string =>
  `${model.provider}/${model.id}`;

/** The provider in a `modelKey`. */
export const providerIn = (key: string): string => key.slice(0, Math.max(0, key.indexOf("/")));
