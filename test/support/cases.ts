const DEFAULT_CASES = 200;
const MS_PER_CASE = 500;
const MIN_MS = 60_000;

/** How many cases a law is tried on: `LAW_CASES`, by default enough for every run of the tests. */
export const lawCases = (share = 1): number => {
  const cases = Number(process.env.LAW_CASES ?? DEFAULT_CASES);
  return Math.max(1, Math.round((Number.isFinite(cases) ? cases : DEFAULT_CASES) * share));
};

/** How long a law is tried at most, with the search for a smaller counterexample, in ms. */
export const lawTimeLimit = (share = 1): number => Math.max(MIN_MS, lawCases(share) * MS_PER_CASE);
