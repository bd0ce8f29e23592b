import { type Family, familyOf } from "./family.ts";
import type { CacheRetention, HostModel } from "./host-model.ts";

/** How a provider caches prompts. */
export interface CacheRules {
  /**
   * `breakpoints`: a request reads only up to where an earlier request set a breakpoint, and finds that only within the
   * look-back of one of its own. `prefix`: it reads whatever its prompt has in common with an earlier one.
   */
  readonly reads: "breakpoints" | "prefix";
  /** How far a breakpoint looks back, in content blocks (in messages with `looksBackBy`); for `prefix` without meaning. */
  readonly lookBackBlocks: number;
  readonly looksBackBy: "block" | "message";
  /** How long an entry lives after the start of the last request that wrote or read it, in ms. */
  readonly lifeMs: number;
  /** Shorter prompts are not cached, in tokens. */
  readonly minimumTokens: number;
  /** What is read is a multiple of this many tokens. */
  readonly granularity: number;
}

type Life = Readonly<Record<CacheRetention, number>>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const same = (life: number): Life => ({ short: life, long: life });

// From the providers' documentation. Undocumented lives are guessed long rather than short: taking a warm cache for
// a cold one costs a rewrite, the reverse only a missed occasion.
const lives: Readonly<Record<Family, Life>> = {
  anthropic: { short: 5 * MINUTE, long: HOUR },
  "openai-breakpoints": same(30 * MINUTE),
  "openai-prefix": { short: 10 * MINUTE, long: 24 * HOUR },
  gemini: same(5 * MINUTE),
  deepseek: same(6 * HOUR),
  kimi: same(5 * MINUTE),
  prefix: same(10 * MINUTE),
};

const minimums: Readonly<Record<Family, number>> = {
  anthropic: 1024,
  "openai-breakpoints": 1024,
  "openai-prefix": 1024,
  gemini: 4096,
  deepseek: 64,
  kimi: 256,
  prefix: 0,
};

const granularities: Readonly<Record<Family, number>> = {
  anthropic: 1,
  "openai-breakpoints": 1,
  "openai-prefix": 128,
  gemini: 1,
  deepseek: 64,
  kimi: 256,
  prefix: 16,
};

// Ids are written with dots or dashes, depending on the gateway: the first that matches counts.
const minimumsById: readonly (readonly [RegExp, number])[] = [
  [/opus-4.[56]|haiku-4.5/, 4096],
  [/opus-4.7|3.5-haiku|haiku-3.5/, 2048],
  [/opus-5(?!\d|.5)|fable-5.1/, 512],
  [/gemini-2.5/, 2048],
];

/** The rules behind a model; the host's own figure for the life of an entry wins over ours. */
export function cacheRules(model: HostModel, retention: CacheRetention): CacheRules {
  const family = familyOf(model);
  const listed = model.promptCache?.[retention] ?? 0;
  return {
    reads: family === "anthropic" || family === "openai-breakpoints" ? "breakpoints" : "prefix",
    lookBackBlocks: 20,
    looksBackBy: family === "openai-breakpoints" ? "message" : "block",
    lifeMs: listed > 0 ? listed * 1000 : lives[family][retention],
    minimumTokens: minimumsById.find(([id]) => id.test(model.id))?.[1] ?? minimums[family],
    granularity: model.id.includes("gpt-5.5") ? 2048 : granularities[family],
  };
}
