import type { CachePrices } from "./prices.ts";

/**
 * Text that a flush would remove costs its reading price with every request: it pays rent. A flush costs what is
 * written again. Flushing when the rent that was paid reaches that price is never worse than twice what knowing the
 * future could save (renting skis: buy when the rent paid reaches the price).
 */
export interface RentQuestion {
  readonly prices: CachePrices;
  /** R: tokens that a flush would remove. */
  readonly removable: number;
  /** S: tokens that a flush would have written again. */
  readonly rewritten: number;
}

/** Requests that a flush at a new prompt is expected to serve. Longer bets lose money in sessions that end early. */
const REQUESTS_PER_PROMPT = 20;

/** The rent after one more request. Nothing to remove owes no rent, whatever was paid for text that is gone. */
export const accrue = (rent: number, { prices, removable }: RentQuestion): number =>
  removable > 0 ? rent + prices.read * removable : 0;

/** What a flush costs, in the unit of the rent: (w - r) * S. */
export const flushPrice = ({ prices, rewritten }: RentQuestion): number =>
  Math.max(0, prices.write - prices.read) * rewritten;

/** Whether the rent has reached the price. */
export const isPaid = (rent: number, question: RentQuestion): boolean =>
  question.removable > 0 && rent >= flushPrice(question);

/** Whether, at a new prompt, the rent to be expected reaches the price. */
export const paysAtPrompt = (question: RentQuestion): boolean =>
  question.removable > 0 &&
  REQUESTS_PER_PROMPT * question.prices.read * question.removable >= flushPrice(question);
