import fc from "fast-check";

/**
 * Every run tries the same cases, so that a change is judged by itself. `LAW_SEED=random` (or a number) tries others; a
 * failure prints its seed and path, and is kept as a named example.
 */
const DEFAULT_SEED = 1_618_033;

const asked = process.env.LAW_SEED;
if (asked !== "random") fc.configureGlobal({ seed: asked === undefined ? DEFAULT_SEED : Number(asked) });
