import fc from "fast-check";
import { describe, it } from "vitest";
import { pruneMessages } from "../../src/render/prune-messages.ts";
import { emptyState } from "../../src/state/state.ts";
import { clocks, transcripts } from "../support/arbitraries.ts";
import { lawCases } from "../support/cases.ts";
import { holdsFor } from "../support/histories.ts";
import { expectNoOrphan, expectNoWorse, valid } from "../support/laws/valid.ts";
import { transcript } from "../support/transcript.ts";

describe("what leaves the render is valid", () => {
  it("adds no fault to any request of any history, and leaves no orphan", () => holdsFor(valid));

  it("holds for any messages in any order, with nothing recorded", () => {
    fc.assert(
      fc.property(transcripts, clocks, (lines, clock) => {
        const messages = transcript(lines, clock);
        const rendered = pruneMessages(messages, { state: emptyState(), report: () => {} });
        expectNoWorse(messages, rendered);
        expectNoOrphan(rendered);
      }),
      { numRuns: lawCases() },
    );
  });
});
