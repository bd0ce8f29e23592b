import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Pruner } from "../../src/pruner.ts";
import { chaos, clocks } from "../support/arbitraries.ts";
import { lawCases, lawTimeLimit } from "../support/cases.ts";
import { histories } from "../support/histories.ts";
import type { History, Step } from "../support/history.ts";
import { liveEqualsReload } from "../support/laws/live-reload.ts";
import { malformedEntries } from "../support/malformed-entries.ts";
import { play } from "../support/play.ts";
import { readable } from "../support/readable.ts";
import { flush, playOnBoth, refuse, turn } from "../support/steps.ts";
import { calls, longText, reply, result, transcript } from "../support/transcript.ts";

/** Steps that no healthy session has: messages and entries of any shape, a host and a summarizer that fail. */
const trouble: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: malformedEntries },
  { weight: 2, arbitrary: chaos.map((lines): Step => ({ kind: "add", lines: lines.slice(0, 3) })) },
  { weight: 1, arbitrary: fc.nat(2).map(refuse) },
  { weight: 1, arbitrary: fc.constant(flush({ summarizer: "throwing" })) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: "reload" }) },
);

const troubled: fc.Arbitrary<History> = fc
  .tuple(histories, fc.array(fc.tuple(fc.nat(99), trouble), { minLength: 1, maxLength: 8 }))
  .map(([history, added]) => {
    const steps = [...history.steps];
    for (const [at, step] of added) steps.splice(at % (steps.length + 1), 0, step);
    return readable({ ...history, steps });
  });

describe("the pruner is never in the way", () => {
  it("opens, renders and flushes whatever a session holds, and knows what it wrote", () =>
    fc.assert(
      fc.asyncProperty(troubled, async (history) => {
        await play(history, liveEqualsReload);
      }),
      { numRuns: lawCases(), interruptAfterTimeLimit: lawTimeLimit() },
    ));

  it("renders any messages at all without a session", () => {
    fc.assert(
      fc.property(chaos, clocks, (lines, clock) => {
        const messages = transcript(lines, clock);
        expect(new Pruner().render(messages)).toBe(messages);
      }),
    );
  });

  it("prunes at the next flush what a refused entry left raw", async () => {
    const work = turn(calls("a"), result("a", { text: longText() }));
    for (const after of [0, 1, 2]) {
      const steps = [work, turn(reply()), refuse(after), flush(), flush(), turn(reply())];
      for (const { reports } of await playOnBoth(liveEqualsReload, steps))
        expect(reports.map(({ calls: pruned }) => pruned)).toEqual(after === 0 ? [1] : [0]);
    }
  });
});
