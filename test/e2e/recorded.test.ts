import { describe, expect, it } from "vitest";
import { hostUnderTest } from "../support/hosts.ts";
import { everyFeature, featuresIn, SMALL_WINDOW } from "../support/replay/every-feature.ts";
import { faultsOf } from "../support/replay/faults.ts";
import { recordingNames, recordingPath } from "../support/replay/recorded-files.ts";
import { beginning, readRecording } from "../support/replay/recording.ts";
import { replay } from "../support/replay/replay.ts";
import { readSessionFile } from "../support/session-file.ts";

/** The first so many replies of each recording; `npm run bench -- recorded` plays them whole. */
const TURNS = 50;

describe.skipIf(recordingNames.length === 0).each(["anthropic", "openai", "responses"] as const)(
  `recorded sessions over %s on host ${hostUnderTest().id}`,
  (api) => {
    const seen = new Set<string>();

    it.each(recordingNames)("%s is accepted, and every ref brings back what was recorded", async (name) => {
      const recording = beginning(readRecording(recordingPath(name) ?? ""), TURNS);
      const options = { recording, host: hostUnderTest(), api, window: SMALL_WINDOW, settings: everyFeature };
      const { faults, features } = await replay(options, async (replayed) => {
        // A short session has nothing to compact, which the host says.
        await replayed.rpc.call({ type: "compact" }).catch(() => {});
        return {
          faults: faultsOf(replayed, recording),
          features: featuresIn(readSessionFile(replayed.sessionFile).entries),
        };
      });
      expect(faults).toEqual([]);
      for (const feature of features) seen.add(feature);
    });

    it("did all that the pruner can do", () => {
      // Of repeated outputs there is one, which a compaction of the host may take first: outcomes.test.ts has aliases.
      expect([...seen]).toEqual(
        expect.arrayContaining(["budget", "chain", "compaction", "condensed", "purged", "spill", "stub"]),
      );
    });
  },
);
