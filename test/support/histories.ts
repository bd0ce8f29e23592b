import fc from "fast-check";
import { defaultSettings } from "../../src/settings/settings.ts";
import { callersAndResults, clocks, interjections, replies, strayResults } from "./arbitraries.ts";
import { lawCases, lawTimeLimit } from "./cases.ts";
import type { FlushStep, History, Step } from "./history.ts";
import { writtenByOpenAi } from "./openai-written.ts";
import { play, type Watch } from "./play.ts";
import { readable } from "./readable.ts";
import type { Summarizer } from "./summarizers.ts";
import { texts } from "./texts.ts";
import { user } from "./transcript.ts";

const entryNumbers = fc.nat(60);

const turnSteps: fc.Arbitrary<Step> = callersAndResults.map((lines) => ({ kind: "turn", lines }));

const replySteps: fc.Arbitrary<Step> = replies.map((line) => ({ kind: "turn", lines: [line] }));

const addSteps: fc.Arbitrary<Step> = fc
  .oneof(
    { weight: 4, arbitrary: texts.map((text) => user(text)) },
    { weight: 1, arbitrary: interjections },
    { weight: 1, arbitrary: strayResults },
  )
  .map((line) => ({ kind: "add", lines: [line] }));

const moveSteps: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>({ kind: "reload" }),
  fc.record({ kind: fc.constant("tree" as const), to: entryNumbers, summary: fc.boolean() }),
  fc.record({ kind: fc.constant("compact" as const), keep: fc.nat(12) }),
);

const settings: fc.Arbitrary<FlushStep["settings"]> = fc.record(
  {
    minBatchChars: fc.constantFrom(0, 300, 1000),
    dedupByContentHash: fc.boolean(),
    batchingMode: fc.constantFrom("turn" as const, "agent-message" as const),
    chainCompression: fc
      .nat(3)
      .map((rollingWindow) => ({ ...defaultSettings.chainCompression, rollingWindow })),
  },
  { requiredKeys: ["minBatchChars"] },
);

const summarizers: fc.Arbitrary<Summarizer> = fc.oneof(
  { weight: 4, arbitrary: fc.constant("digest" as const) },
  { weight: 3, arbitrary: fc.constantFrom("model" as const, "remarks" as const, "quoting" as const) },
  { weight: 1, arbitrary: fc.constantFrom("verbose" as const, "failing" as const) },
);

const flushSteps: fc.Arbitrary<Step> = fc
  .record({
    keep: fc.constantFrom(0, 0, 1, 3),
    summarizer: summarizers,
    ahead: fc.nat(3).map((n) => n === 0),
    settings,
    cancel: fc.nat(9).map((n) => n === 0),
    meanwhile: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.oneof(turnSteps, addSteps, moveSteps), { maxLength: 2 }) },
    ),
  })
  .map((flush) => ({ kind: "flush", flush }));

const rareSteps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("edit" as const),
    of: entryNumbers,
    text: fc.constantFrom(null, "[redacted]", ""),
  }),
  fc.record({
    kind: fc.constant("switch" as const),
    of: fc.constantFrom("enabled" as const, "recoverable" as const),
    value: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("refuse" as const), after: fc.nat(3) }),
  fc.record({
    kind: fc.constant("mark" as const),
    as: fc.constantFrom("restored" as const, "pruned" as const),
    refs: fc.array(fc.constantFrom("t1", "t2", "t3", "t99"), { maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant("protect" as const),
    tools: fc.constantFrom<string[][]>([], ["read"], ["bash", "write"]),
  }),
  fc.constant<Step>({ kind: "chains" }),
);

const anySteps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: turnSteps },
  { weight: 3, arbitrary: replySteps },
  { weight: 3, arbitrary: addSteps },
  { weight: 5, arbitrary: flushSteps },
  { weight: 2, arbitrary: moveSteps },
  { weight: 2, arbitrary: rareSteps },
);

/** Work as it usually goes, so that enough of it is pruned: a turn, a reply that read its results, a flush. */
const finishedWork: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    turnSteps,
    fc.oneof({ weight: 2, arbitrary: replySteps }, { weight: 1, arbitrary: turnSteps }),
    flushSteps,
  )
  // A mapped value shrinks only as what it was made from; bare tuples of two lengths get mixed up while shrinking.
  .map((parts) => [...parts]);

const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: anySteps.map((step) => [step]) },
      { weight: 1, arbitrary: finishedWork },
    ),
    { minLength: 1, maxLength: 12, size: "max" },
  )
  .map((parts) => parts.flat());

/** Whole lives of sessions, on either host, most with the builders' own model and some with OpenAI's. */
export const histories: fc.Arbitrary<History> = fc
  .record({
    host: fc.constantFrom("a" as const, "b" as const),
    clock: clocks,
    steps,
    isOpenAi: fc.nat(2).map((n) => n === 0),
  })
  .map(({ host, clock, steps: taken, isOpenAi }) =>
    readable({ host, pace: clock.step, steps: isOpenAi ? writtenByOpenAi(taken) : taken }),
  );

/** Plays many histories under the eyes of a law. */
export const holdsFor = (watch: Watch, share = 1): Promise<void> =>
  fc.assert(
    fc.asyncProperty(histories, async (history) => {
      await play(history, watch);
    }),
    { numRuns: lawCases(share), interruptAfterTimeLimit: lawTimeLimit(share) },
  );
