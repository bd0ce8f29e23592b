import fc from "fast-check";
import type { Step } from "./history.ts";
import { add, compact, flush, reload, turn } from "./steps.ts";
import { thinkingSignature } from "./strict/anthropic-thinking.ts";
import { texts } from "./texts.ts";
import { assistant, call, custom, type Line, longText, reply, result, user } from "./transcript.ts";

interface CallParts {
  readonly tool: string;
  readonly arguments: number;
  readonly lines: number;
  readonly error: boolean;
  readonly image: boolean;
}

const callParts: fc.Arbitrary<CallParts> = fc.record({
  tool: fc.constantFrom("bash", "read", "write"),
  arguments: fc.constantFrom(1, 1, 40),
  lines: fc.integer({ min: 1, max: 40 }),
  error: fc.nat(4).map((n) => n === 0),
  image: fc.nat(9).map((n) => n === 0),
});

const sound = texts.filter((text) => text.trim() !== "" && !/\p{Surrogate}/u.test(text));

const works = fc.record({
  calls: fc.array(callParts, { minLength: 1, maxLength: 3 }),
  thinking: fc.boolean(),
  thought: sound,
  isReversed: fc.boolean(),
});

/** One run as a healthy host has it: a prompt, calls that are all answered, a final reply. */
const runs = fc
  .record({
    prompt: sound,
    work: fc.array(works, { minLength: 1, maxLength: 3 }),
    answer: sound,
    pondered: fc.option(sound),
    note: fc.option(sound),
  })
  .map(({ prompt, work, answer, pondered, note }) => (number: number): readonly Step[] => [
    add(user(prompt), ...(note === null ? [] : [custom(note)])),
    ...work.map((each, index) => turn(...workLines(each, `call_${number}_${index}`))),
    turn(reply(answer, pondered === null ? {} : thoughtOf(pondered))),
  ]);

function workLines(
  { calls, thinking, thought, isReversed }: typeof works extends fc.Arbitrary<infer T> ? T : never,
  id: string,
): readonly Line[] {
  const made = calls.map(({ tool, arguments: lines }, index) => ({
    ...call(`${id}_${index}`, tool, { path: "src/a.ts", content: longText(lines, index) }),
    // Gemini signs the first call of each step, and only those who made a signature are sent it again.
    ...(index === 0 && { thoughtSignature: "c2lnbmVk" }),
  }));
  const results = calls.map(({ lines, error, image }, index) =>
    // Anthropic takes no images in failed results, on host A nobody takes them out.
    result(`${id}_${index}`, { text: longText(lines, index), error, images: image && !error ? 1 : 0 }),
  );
  const caller = assistant({
    calls: made,
    ...(thinking && thoughtOf(thought)),
  });
  return [caller, ...(isReversed ? results.reverse() : results)];
}

const thoughtOf = (thinking: string) => ({ thinking, signature: thinkingSignature(thinking) });

const between: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant([flush()]) },
  { weight: 1, arbitrary: fc.constant([flush({ summarizer: "model" }), reload]) },
  { weight: 1, arbitrary: fc.constant([flush({ keep: 2 }), { kind: "chains" } as const]) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map((keep) => [{ ...compact(keep), whole: true }]) },
  { weight: 1, arbitrary: fc.constant([]) },
);

/** Lives of sessions in which nothing is wrong: providers take every request of theirs. */
export const tameSteps: fc.Arbitrary<readonly Step[]> = fc
  .array(fc.tuple(runs, between), { minLength: 1, maxLength: 6, size: "max" })
  .map((parts) => parts.flatMap(([run, then], number) => [...run(number), ...then]));
