import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Messages } from "../../src/model/message.ts";
import { pruneMessages } from "../../src/render/prune-messages.ts";
import { emptyState } from "../../src/state/state.ts";
import { clocks, transcripts } from "../support/arbitraries.ts";
import { lawCases } from "../support/cases.ts";
import { histories } from "../support/histories.ts";
import { conversions, convertWithOwnIds, hosts } from "../support/host-transforms.ts";
import { faultsOf, newFaults } from "../support/judge.ts";
import { play } from "../support/play.ts";
import { transcript } from "../support/transcript.ts";

/** No provider may refuse `rendered` for a reason it would not have had to refuse `array`. */
function expectNoWorse(array: Messages, rendered: Messages): void {
  const before = [...conversions(array)];
  for (const [index, [where, after]] of [...conversions(rendered)].entries())
    expect(newFaults(faultsOf(before[index]?.[1] ?? []), faultsOf(after)), where).toEqual([]);
}

function expectNoOrphan(rendered: Messages): void {
  for (const host of hosts) {
    const orphans = faultsOf(convertWithOwnIds(host, rendered)).filter((it) =>
      /^(orphan|duplicate) result/.test(it),
    );
    expect(orphans, `host ${host.name}`).toEqual([]);
  }
}

describe("what leaves the render is valid", () => {
  it("adds no fault to any request of any history, and leaves no orphan", () =>
    fc.assert(
      fc.asyncProperty(histories, (history) =>
        play(history, {
          request: ({ array, rendered }, { pruner }) => {
            expectNoWorse(array, rendered);
            if (pruner.state?.enabled) expectNoOrphan(rendered);
          },
        }).then(() => {}),
      ),
      { numRuns: lawCases() },
    ));

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
