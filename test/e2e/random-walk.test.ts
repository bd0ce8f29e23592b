import { expect, it } from "vitest";
import { takeSteps } from "../support/walk/steps.ts";
import { Walk } from "../support/walk/walk.ts";
import { stablePrefixes } from "../support/wire/stable-prefix.ts";
import { writtenSessions } from "../support/wire/written-sessions.ts";

const DEFAULT_SEED = 271_828;
const asked = process.env.LAW_SEED;
const seed = asked === "random" ? Date.now() % 1_000_000 : Number(asked ?? DEFAULT_SEED);
const steps = Number(process.env.WALK_STEPS ?? 30);

// A failure prints its seed and every step until then; `LAW_SEED` takes the same walk again, and `WALK_STEPS` a longer one.
it.each([
  ["by itself", seed, {}],
  ["with a model that writes summaries", seed + 1, { summarizerModel: "loop/sum-1" }],
  ["at every reply", seed + 2, { pruneOn: "agent-message", minBatchChars: 0 }],
] as const)(
  `holds whatever a session goes through, pruning %s (LAW_SEED=${seed})`,
  async (_name, ownSeed, contextPrune) => {
    const walk = await Walk.start(ownSeed, contextPrune);
    try {
      await takeSteps(walk, steps);
      await walk.end();
      expect(walk.complaints).toEqual([]);
      const sessions = writtenSessions(walk.sandbox.directory);
      expect(stablePrefixes(walk.loopback.requests, sessions).faults, walk.log.join("\n")).toEqual([]);
    } finally {
      await walk.dispose();
    }
  },
  600_000,
);
