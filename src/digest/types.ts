/** One finished call as the digest sees it. `text` is the result's text blocks joined by line breaks. */
export interface DigestCall {
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isError: boolean;
  readonly imageCount: number;
}

/** What is known of the context that stays; the digest is good without any of it. */
export interface Knowledge {
  /** True when a word (identifier, path or number) does not occur in the context that stays. */
  isRare?(word: string): boolean;
}

/** How long a digest may be: `share` of its result, at least `minTokens`, at most `maxTokens` (estimated tokens). */
export interface DigestBudget {
  readonly share: number;
  readonly maxTokens: number;
  readonly minTokens: number;
}

export const DEFAULT_BUDGET: DigestBudget = { share: 0.24, maxTokens: 750, minTokens: 60 };
