/**
 * How one model counts: its real tokens are `ratio` times the estimates of `tokens.ts`. The data of a
 * `context-prune-calibration` entry. `model` is `provider/id`, `samples` the observations behind the ratio.
 */
export interface Calibration {
  readonly model: string;
  readonly ratio: number;
  readonly samples: number;
}

/** New text of a request: what it was estimated at, and what the host reported for it, in tokens. */
export interface Observation {
  readonly model: string;
  readonly estimated: number;
  readonly actual: number;
}

/** Below this many estimated tokens the overhead of messages drowns the text. */
const LEAST_TOKENS = 100;

/** No tokenizer is further from the estimates than this; what is, was not only text (images, dropped thinking). */
const BOUNDS = { low: 0.5, high: 2.5 };

/** How many tokens of text it takes to move the ratio half way to what they show. */
const HALF_TOKENS = 6000;

/** What a model's ratio is after one more observation; `before` itself when that tells nothing. */
export function calibrate(
  before: Calibration | undefined,
  { model, estimated, actual }: Observation,
): Calibration | undefined {
  const known = before?.model === model ? before : undefined;
  const ratio = actual / estimated;
  if (estimated < LEAST_TOKENS || !(ratio >= BOUNDS.low && ratio <= BOUNDS.high)) return before;
  if (known === undefined) return { model, ratio, samples: 1 };
  // A short text moves it less than a long one, and the first few observations more than later ones.
  const weight = Math.max(estimated / (estimated + HALF_TOKENS), 1 / (known.samples + 1));
  return { model, ratio: known.ratio + weight * (ratio - known.ratio), samples: known.samples + 1 };
}

/** A change below this is not worth an entry in the session. */
const LEAST_CHANGE = 0.02;

/** Whether what was learned differs from what the session says already. */
export const isNews = (recorded: Calibration | undefined, learned: Calibration): boolean =>
  recorded === undefined || Math.abs(learned.ratio / recorded.ratio - 1) >= LEAST_CHANGE;

/** Estimated tokens as the model would count them; unchanged before anything is known of it. */
export const calibrated = (estimated: number, calibration: Calibration | undefined): number =>
  estimated * (calibration?.ratio ?? 1);

/** What the host reported of one request: the whole prompt (cached or not) and the reply, in tokens. */
export interface Usage {
  readonly prompt: number;
  readonly output: number;
}

/**
 * The tokens of the messages that came between a request and the next one, from what the host reported for both:
 * what the prompt grew by beyond the reply, split over them in proportion to their estimates. Undefined when the prompt
 * did not grow by that (after a compaction, a flush, or a change of model): then nothing can be told.
 */
export function anchor(
  before: Usage,
  after: Usage,
  estimates: readonly number[],
): readonly number[] | undefined {
  const grown = after.prompt - before.prompt - before.output;
  const estimated = estimates.reduce((sum, estimate) => sum + estimate, 0);
  if (grown <= 0 || estimated <= 0) return undefined;
  return estimates.map((estimate) => (grown * estimate) / estimated);
}
