/** How many cases a law is tried on: `LAW_CASES`, by default enough for every run of the tests. */
export const lawCases = (share = 1): number => {
  const cases = Number(process.env.LAW_CASES ?? DEFAULT_CASES);
  return Math.max(1, Math.round((Number.isFinite(cases) ? cases : DEFAULT_CASES) * share));
};

const DEFAULT_CASES = 200;
