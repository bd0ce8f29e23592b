import type { FlushStep, Step } from "./history.ts";
import { type Play, play, type Watch } from "./play.ts";
import type { Line } from "./transcript.ts";

// Histories that a person writes down: `[turn(calls("a"), result("a")), turn(reply()), flush(), turn(reply())]`.

/** A request and what it led to. */
export const turn = (...lines: readonly Line[]): Step => ({ kind: "turn", lines });

/** What comes into the session without a request. */
export const add = (...lines: readonly Line[]): Step => ({ kind: "add", lines });

/** A flush of everything that was read, without a lower limit, by the digest. */
export const flush = (options: Partial<FlushStep> = {}): Step => ({
  kind: "flush",
  flush: {
    keep: 0,
    summarizer: "digest",
    settings: { minBatchChars: 0 },
    cancel: false,
    meanwhile: [],
    ...options,
  },
});

export const reload: Step = { kind: "reload" };

/** Back to the entry with this number in the file, from 0. */
export const moveTo = (to: number): Step => ({ kind: "tree", to, summary: false });

/** Everything but the `keep` latest entries is replaced by a summary. */
export const compact = (keep: number): Step => ({ kind: "compact", keep });

/** The host refuses one append after `after` good ones. */
export const refuse = (after: number): Step => ({ kind: "refuse", after });

/** Plays the same steps on both hosts. `pace`: ms between two messages. */
export async function playOnBoth(watch: Watch, steps: readonly Step[], pace = 1): Promise<readonly Play[]> {
  return [await play({ host: "a", pace, steps }, watch), await play({ host: "b", pace, steps }, watch)];
}
