/** One finished call as the digest sees it. `text` is the result's text blocks joined by line breaks. */
export interface DigestCall {
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isError: boolean;
  readonly imageCount: number;
}

/**
 * What is known of the context that stays (`knowledge.ts` computes it); the digest is good without any of it. Words
 * are given by the hash of `hashWord`.
 */
export interface Knowledge {
  /** Whether a word occurs in the context that stays, so that a digest need not repeat it. */
  isKnown?(word: number): boolean;
  /** Whether a part of a word (lower case) occurred in the latest messages, so that the word is likely to be used again. */
  isTopical?(part: number): boolean;
  /** What replaced this result, as a line for the model; the digest is then that one line. */
  readonly supersededBy?: string;
  /** How often the file that was read has been edited since. */
  readonly editsSince?: number;
  /** What the previous read of the same lines gave, and how to tell two texts apart: a re-read says what changed. */
  readonly previousText?: string;
  diffAgainst?(previous: string, text: string): readonly string[] | undefined;
}

/** How long a digest may be: `share` of its result, at least `minTokens`, at most `maxTokens` (estimated tokens). */
export interface DigestBudget {
  readonly share: number;
  readonly maxTokens: number;
  readonly minTokens: number;
}

export const DEFAULT_BUDGET: DigestBudget = { share: 0.24, maxTokens: 750, minTokens: 60 };
