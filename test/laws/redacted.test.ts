import fc from "fast-check";
import { describe, it } from "vitest";
import { lawCases } from "../support/cases.ts";
import { holdsFor } from "../support/histories.ts";
import type { Step } from "../support/history.ts";
import { redacted } from "../support/laws/redacted.ts";
import { play } from "../support/play.ts";
import { add, flush, turn } from "../support/steps.ts";
import { assistant, call, longText, reply, result, user } from "../support/transcript.ts";

/** Lines that no other `name` has. */
const secrets = (name: string, count: number): string =>
  Array.from({ length: count }, (_, line) => `secret ${line} of what ${name} holds`).join("\n");

/** A chain whose block has something to tell: a remark, commands, outputs, all of them said once. */
const chains = fc
  .array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 3 })
  .map((sizes) => (number: number): readonly Step[] => [
    add(user(`prompt ${number}`)),
    ...sizes.map((lines, at) => {
      const id = `c${number}_${at}`;
      return turn(
        assistant({
          text: `A remark about ${id}, said once`,
          thinking: longText(30, at),
          calls: [call(id, "bash", { command: `make what ${id} is there for` })],
        }),
        result(id, { text: secrets(id, lines) }),
      );
    }),
    turn(reply(`answer ${number}`)),
  ]);

const edits = fc.array(
  fc.record({
    kind: fc.constant("edit" as const),
    of: fc.nat(60),
    text: fc.constantFrom(null, "[redacted]"),
  }),
  { maxLength: 3 },
);
// By a model that is shown all turns of a prompt at once, and quotes them.
const quoting = {
  summarizer: "quoting",
  settings: { batchingMode: "agent-message", minBatchChars: 0 },
} as const;
const compressions = fc.constantFrom<Step[]>(
  [],
  [flush()],
  [flush({ ...quoting, ahead: true })],
  [flush(quoting)],
  [{ kind: "chains" }],
  [flush(), { kind: "chains" }],
);

describe("what an edit has redacted is not brought back", () => {
  it("holds in every history", () => holdsFor(redacted, 0.5));

  it("holds for edits in front of and behind every compression of a chain", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(chains, { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(compressions, edits), { minLength: 1, maxLength: 3 }),
        async (work, then) => {
          const done = work.flatMap((chain, number) => chain(number));
          const after = then.flatMap(([compression, made]) => [...compression, ...made, turn(reply("seen"))]);
          await play({ host: "b", pace: 1, steps: [...done, ...after] }, redacted);
        },
      ),
      { numRuns: lawCases(0.5) },
    ));
});
