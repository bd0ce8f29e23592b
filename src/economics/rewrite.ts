import type { CacheRules } from "./cache.ts";

/** One message as the next request would send it after a flush. */
export interface SizedMessage {
  /** Calibrated tokens. */
  readonly tokens: number;
  /** Content blocks the provider sees. */
  readonly blocks: number;
  /** An earlier request ended here, and the provider still holds what stands up to here. */
  readonly endsRequest: boolean;
}

export interface Rewrite {
  /** All messages behind the system prompt, in order. */
  readonly messages: readonly SizedMessage[];
  /** Index of the first message that a flush changes; undefined when it changes none. */
  readonly firstChange: number | undefined;
}

/**
 * S: tokens that were in the cache, survive the flush and are written again because of it. Messages no request has
 * carried yet do not count: they are written either way. Providers that read a common prefix keep everything before
 * the change; those with breakpoints keep what the last request before the change wrote, if a breakpoint on the last
 * message still sees it, and no message at all otherwise.
 */
export function rewrittenTokens(rewrite: Rewrite, rules: CacheRules): number {
  if (rewrite.firstChange === undefined) return 0;
  const extent = measure(rewrite.messages, rewrite.firstChange, rules);
  return Math.max(0, extent.sent - stillRead(extent, rules));
}

/** Tokens from the beginning up to the points that matter, and the steps back from the end to the last breakpoint. */
interface Extent {
  readonly sent: number;
  readonly unchanged: number;
  readonly lastEntry: number;
  readonly stepsToEntry: number;
}

function measure(messages: readonly SizedMessage[], firstChange: number, rules: CacheRules): Extent {
  let total = 0;
  let [sent, unchanged, lastEntry, stepsToEntry] = [0, 0, 0, 0];
  messages.forEach((message, index) => {
    total += message.tokens;
    stepsToEntry += rules.looksBackBy === "message" ? 1 : message.blocks;
    if (index < firstChange) unchanged = total;
    if (!message.endsRequest) return;
    sent = total;
    if (index < firstChange) [lastEntry, stepsToEntry] = [total, 0];
  });
  return { sent, unchanged, lastEntry, stepsToEntry };
}

function stillRead(extent: Extent, rules: CacheRules): number {
  if (rules.reads === "prefix") return extent.unchanged;
  return extent.stepsToEntry <= rules.lookBackBlocks ? extent.lastEntry : 0;
}
