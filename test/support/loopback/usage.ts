/** Tokens of one exchange, without overlap: a token is either plain input, read from the cache, or written to it. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** All tokens written to the cache, those for an hour included. */
  readonly cacheWrite: number;
  readonly cacheWrite1h: number;
}

/** Dollars per million tokens, as in Pi's model tables. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** 0 where writing the cache costs what input costs. */
  readonly cacheWrite: number;
}

/** The cost of an exchange in dollars. Writes for an hour cost twice the input price. */
export function priceOf(usage: Usage, price: Price): number {
  const shortWrites = usage.cacheWrite - usage.cacheWrite1h;
  return (
    (usage.input * price.input +
      usage.output * price.output +
      usage.cacheRead * price.cacheRead +
      shortWrites * (price.cacheWrite || price.input) +
      usage.cacheWrite1h * 2 * price.input) /
    1_000_000
  );
}

export const promptTokensOf = (usage: Usage): number => usage.input + usage.cacheRead + usage.cacheWrite;

/** Field by field: the sum of several exchanges. */
export function sumUsage(usages: readonly Usage[]): Usage {
  const sum = (field: keyof Usage) => usages.reduce((total, usage) => total + usage[field], 0);
  return {
    input: sum("input"),
    output: sum("output"),
    cacheRead: sum("cacheRead"),
    cacheWrite: sum("cacheWrite"),
    cacheWrite1h: sum("cacheWrite1h"),
  };
}
