import { describe, expect, it } from "vitest";
import { type StatusFacts, statusText } from "../../src/ui/status-line.ts";

const facts: StatusFacts = {
  enabled: true,
  pruneOn: "auto",
  sizes: undefined,
  pending: 0,
  isFlushing: false,
  isRecovered: false,
  diagnosed: [],
  metrics: undefined,
};
const sizes = { before: 92_000, after: 14_000 };
const metrics = { openCycleThinkingTokens: 1234, largestChainSharePct: 97, frontierGapTokens: 8000 };

describe("the footer", () => {
  it.each<readonly [string, Partial<StatusFacts>, string]>([
    [
      "says that pruning is off, whatever else is",
      { enabled: false, sizes, pending: 3, metrics },
      "│ prune: OFF",
    ],
    ["says that it is on", {}, "│ prune: ON"],
    ["shows what the latest request saved", { sizes }, "│ prune: ON · 92.0k->14.0k (-85%)"],
    ["shows no negative saving", { sizes: { before: 100, after: 125 } }, "│ prune: ON · 100->125 (-0%)"],
    ["shows no saving on nothing", { sizes: { before: 0, after: 0 } }, "│ prune: ON · 0->0 (-0%)"],
    ["counts what waits, before the first saving", { pending: 2 }, "│ prune: 2 pending"],
    ["shows the saving while work gathers", { sizes, pending: 2 }, "│ prune: ON · 92.0k->14.0k (-85%)"],
    [
      "counts what waits for the person on demand",
      { sizes, pending: 2, pruneOn: "on-demand" },
      "│ prune: 2 pending",
    ],
    ["says what it is at", { isFlushing: true, sizes, metrics }, "│ prune: summarizing…"],
    ["says what a reload found", { isRecovered: true, pending: 0 }, "│ prune: recovered pending (reload)"],
    [
      "counts degradations by kind, and leaves out kinds without any",
      { diagnosed: ["orphan-sweep", "unresolved-range", "orphan-sweep", "something-new"] },
      "│ prune: ON · diag u1/o2",
    ],
    [
      "counts all four kinds",
      { diagnosed: ["unresolved-range", "range-id-mismatch", "orphan-sweep", "backfill-empty"] },
      "│ prune: ON · diag u1/m1/o1/b1",
    ],
    [
      "shows metrics while a flush could take something",
      { sizes, metrics },
      "│ prune: ON · 92.0k->14.0k (-85%) · think 1.2k · gap 8.0k · chain 97%",
    ],
    ["hides metrics when it could not", { metrics: { ...metrics, frontierGapTokens: 0 } }, "│ prune: ON"],
  ])("%s", (_, changed, expected) => {
    expect(statusText({ ...facts, ...changed })).toBe(expected);
  });
});
