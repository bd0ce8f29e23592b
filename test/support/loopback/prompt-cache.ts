import { createHash } from "node:crypto";
import type { PromptBlock } from "./prompt-blocks.ts";

/** How a prompt of some tokens is billed, apart from its answer. In tokens. */
export interface PromptUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cacheWrite1h: number;
}

export interface Accounting {
  readonly usage: PromptUsage;
  /** Stores what this prompt leaves in the cache: readable once its answer begins, and never for a failed request. */
  readonly store: () => void;
}

export interface CachedPrompt {
  readonly model: string;
  readonly blocks: readonly PromptBlock[];
  /** When the request began, in ms: lifetimes count from there. */
  readonly now: number;
}

export type PromptCache = (prompt: CachedPrompt) => Accounting;

interface Entry {
  readonly ttlMs: number;
  readonly expires: number;
}

const MINIMUM_PREFIX = 1024;
const LOOK_BACK = 20;
const GRANULARITY = 128;
const AUTOMATIC_TTL_MS = 600_000;
const ONE_HOUR_MS = 3_600_000;

/**
 * Explicit breakpoints, as Anthropic documents them: a prefix is kept where a marker stood, and each marker looks back
 * over at most 20 blocks for one. Reading refreshes an entry.
 */
export function createBreakpointCache(minimumPrefix = MINIMUM_PREFIX): PromptCache {
  const entries = new Map<string, Entry>();
  return (prompt) => {
    const prefixes = prefixesOf(prompt);
    const total = prefixes.at(-1)?.tokens ?? 0;
    const hit = findHit(prefixes, (prefix) => isAlive(entries.get(prefix.id), prompt.now));
    const cacheRead = hit?.tokens ?? 0;
    const last = prefixes.findLast((prefix) => prefix.markerTtlMs !== undefined);
    const cacheWrite = last && last.tokens >= minimumPrefix ? last.tokens - cacheRead : 0;
    const cacheWrite1h = last?.markerTtlMs === ONE_HOUR_MS ? cacheWrite : 0;
    return {
      usage: { input: total - cacheRead - cacheWrite, cacheRead, cacheWrite, cacheWrite1h },
      store: () => {
        const refreshed = hit && entries.get(hit.id);
        if (refreshed) keep(entries, hit.id, refreshed.ttlMs, prompt.now);
        for (const { id, tokens, markerTtlMs } of prefixes) {
          if (markerTtlMs !== undefined && tokens >= minimumPrefix)
            keep(entries, id, markerTtlMs, prompt.now);
        }
      },
    };
  };
}

/** The automatic cache of OpenAI: the longest known prefix, in whole blocks, reported in steps of 128 tokens. */
export function createPrefixCache(): PromptCache {
  const entries = new Map<string, Entry>();
  return (prompt) => {
    const prefixes = prefixesOf(prompt);
    const total = prefixes.at(-1)?.tokens ?? 0;
    const known = prefixes.findLast((prefix) => isAlive(entries.get(prefix.id), prompt.now));
    const reported = Math.floor((known?.tokens ?? 0) / GRANULARITY) * GRANULARITY;
    const cacheRead = reported < MINIMUM_PREFIX ? 0 : reported;
    return {
      usage: { input: total - cacheRead, cacheRead, cacheWrite: 0, cacheWrite1h: 0 },
      store: () => {
        for (const { id } of prefixes) keep(entries, id, AUTOMATIC_TTL_MS, prompt.now);
      },
    };
  };
}

interface Prefix {
  /** Identity of everything from the start of the prompt to the end of this block. */
  readonly id: string;
  /** Size of all that, in tokens. */
  readonly tokens: number;
  readonly markerTtlMs: number | undefined;
}

function prefixesOf({ model, blocks }: CachedPrompt): readonly Prefix[] {
  let id = model;
  let tokens = 0;
  return blocks.map((block) => {
    id = createHash("sha1").update(id).update("\0").update(block.key).digest("base64");
    tokens += block.tokens;
    return { id, tokens, markerTtlMs: block.markerTtlMs };
  });
}

function findHit(prefixes: readonly Prefix[], isKnown: (prefix: Prefix) => boolean): Prefix | undefined {
  const marks = prefixes.flatMap((prefix, at) => (prefix.markerTtlMs === undefined ? [] : [at]));
  for (const mark of marks.toReversed()) {
    const hit = prefixes.slice(Math.max(0, mark - LOOK_BACK), mark + 1).findLast(isKnown);
    if (hit) return hit;
  }
  return undefined;
}

const isAlive = (entry: Entry | undefined, now: number): boolean =>
  entry !== undefined && entry.expires >= now;

const keep = (entries: Map<string, Entry>, id: string, ttlMs: number, now: number) =>
  entries.set(id, { ttlMs, expires: now + ttlMs });
