import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { querySources } from "../../src/host/query-sources.ts";
import { textOf } from "../../src/model/message.ts";
import { occurrenceKey } from "../../src/model/occurrence.ts";
import { wellFormed } from "../../src/model/text.ts";
import { callIds } from "../support/arbitraries.ts";
import { lawCases, lawTimeLimit } from "../support/cases.ts";
import { histories } from "../support/histories.ts";
import type { History, Step } from "../support/history.ts";
import { liveEqualsReload } from "../support/laws/live-reload.ts";
import { neverLarger } from "../support/laws/never-larger.ts";
import { standsRead } from "../support/laws/read-first.ts";
import { recoverable } from "../support/laws/recoverable.ts";
import { redacted } from "../support/laws/redacted.ts";
import { together } from "../support/laws/together.ts";
import { valid } from "../support/laws/valid.ts";
import { allPages } from "../support/pages.ts";
import { play, type Watch } from "../support/play.ts";
import { readable } from "../support/readable.ts";
import { stubbedIn } from "../support/source.ts";
import { add, turn } from "../support/steps.ts";
import { calls, longText, reply, result, user } from "../support/transcript.ts";

const flushes: fc.Arbitrary<Step> = fc
  .record({
    names: fc.constantFrom("occurrence" as const, "bare" as const, "ids" as const),
    chains: fc.constantFrom("none" as const, "text" as const, "summaries" as const),
  })
  .map((flush) => ({ kind: "reference", flush }));

/** A task that shows the same twice and is finished, which the reference then pruned. */
const tasks: fc.Arbitrary<readonly Step[]> = fc
  .tuple(callIds, callIds, fc.nat(2), flushes)
  .map(([one, other, seed, flushed]) => {
    const work = (id: string) => turn(calls(id), result(id, { text: longText(40, seed) }));
    return [add(user()), work(one), work(other), turn(reply()), flushed];
  });

/** Sessions that the reference implementation, or its ancestor, pruned for a while. */
const pruned: fc.Arbitrary<History> = fc
  .tuple(
    histories,
    fc.array(
      fc.tuple(
        fc.nat(99),
        fc.oneof(
          flushes.map((step) => [step]),
          tasks,
        ),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([history, added]) => {
    const steps = [...history.steps];
    for (const [at, more] of added) steps.splice(at % (steps.length + 1), 0, ...more);
    return readable({ ...history, steps });
  });

const SHOWN = /^\[Summarized in pruner summary, ref `(t\d+)`\./;

/** The ref in each stub of the reference brings back the result in whose place it stands. */
const resolved: Watch = {
  request(request, { pruner: { state }, session }) {
    const stubbed = stubbedIn(request);
    if (!state || stubbed.length === 0) return;
    // A query reads the session manager alone.
    const sources = querySources({ sessionManager: session.manager } as unknown as ExtensionContext, state);
    for (const { source, shown } of stubbed) {
      const ref = SHOWN.exec(textOf(shown.content))?.[1];
      const { toolCallId, timestamp } = source;
      // Its repeats name the original, which an edit may have taken out.
      const keys = [occurrenceKey(toolCallId, timestamp), occurrenceKey(toolCallId)];
      if (ref && !keys.some((key) => state.aliases.has(key)))
        expect(allPages({ toolCallIds: [ref] }, sources)).toBe(wellFormed(textOf(source.content)));
    }
  },
};

const laws: readonly Watch[] = [
  valid,
  standsRead,
  recoverable,
  resolved,
  neverLarger,
  redacted,
  liveEqualsReload,
];

const SHARE = 0.1;

describe("in sessions of the reference implementation", () => {
  it("the laws on what a request holds and what can be got back hold", () =>
    fc.assert(
      fc.asyncProperty(pruned, async (history) => {
        await play(history, together(laws));
      }),
      { numRuns: lawCases(SHARE), interruptAfterTimeLimit: lawTimeLimit(SHARE) },
    ));
});
