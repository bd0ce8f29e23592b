import { long } from "../long-outputs.ts";
import type { Fault, Reply, ScriptedCall } from "../loopback/script.ts";
import { newMark, sayMark } from "./marks.ts";
import type { Random } from "./random.ts";

const words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"];

/** What the scripted model may call. The folder of a walk holds `picture.png`. */
type MakeCall = (random: Random, word: string) => ScriptedCall;

const bash = (command: string): ScriptedCall => ({ name: "bash", input: { command } });
const counted = (word: string, lines: number) =>
  `for i in $(seq 1 ${lines}); do echo "${word} $i of an output"; done`;
const body = (word: string, lines: number): string =>
  Array.from({ length: lines }, (_, at) => `${word} line ${at + 1} of a body`).join("\n");

const kinds: readonly (readonly [number, MakeCall])[] = [
  [
    6,
    (random, word) =>
      bash(`${counted(word, random.int(60, 300))}; ${sayMark(random)} # as ${newMark(random)} asks`),
  ],
  // Repeats: the same ten commands again and again.
  [3, (_, word) => (long(word).toolCalls ?? [])[0] as ScriptedCall],
  [2, (_, word) => bash(`echo ${word}`)],
  [
    2,
    (random, word) =>
      bash(`${counted(word, random.int(40, 200))}; ${sayMark(random)}; exit ${random.int(1, 3)}`),
  ],
  // Larger than `spillThreshold` of a walk.
  [1, (random, word) => bash(`${sayMark(random)}; ${counted(word, random.int(1000, 1500))}`)],
  [1, () => ({ name: "read", input: { path: "picture.png" } })],
  [
    2,
    (random, word) => ({
      name: "write",
      input: { path: `${word}.txt`, content: `${newMark(random)}\n${body(word, random.int(5, 90))}` },
    }),
  ],
  [1, (_, word) => ({ name: "read", input: { path: `${word}.txt` } })],
  [
    1,
    (_, word) => ({
      name: "edit",
      input: { path: `${word}.txt`, edits: [{ oldText: body(word, 20), newText: "" }] },
    }),
  ],
  [1, (_, word) => ({ name: "no_such_tool", input: { word, text: body(word, 30) } })],
  [
    1,
    (random, word) =>
      bash(
        `printf '\\x1b[31m%s \\xff\\xf0 漢字 👩‍👩‍👧\\x1b[0m\\n' ${word}; ${counted(word, random.int(50, 90))}`,
      ),
  ],
];

/** A turn with one call or several, of every kind. */
export function toolTurn(random: Random): Reply {
  const calls = Array.from(
    {
      length: random.weighted([
        [5, 1],
        [3, 2],
        [1, 5],
      ]),
    },
    () => random.weighted(kinds)(random, random.pick(words)),
  );
  return {
    toolCalls: calls,
    ...(random.chance(0.4) && { text: `Let me see about ${random.pick(words)}.` }),
    ...(random.chance(0.3) && { thinking: `I wonder about ${random.pick(words)}.` }),
  };
}

export const query = (
  refs: readonly string[],
  rest: Readonly<Record<string, unknown>> = {},
): ScriptedCall => ({
  name: "context_tree_query",
  input: { toolCallIds: refs, ...rest } as ScriptedCall["input"],
});

export const finalReply = (random: Random): Reply => ({
  text: `${random.pick(words)} is done, by ${newMark(random)}.`,
  ...(random.chance(0.3) && { thinking: "So that is that." }),
  ...(random.chance(0.1) && { stop: "max_tokens" as const }),
});

/** All that one prompt sets off: tool turns and the reply that ends them. */
export const run = (random: Random): readonly Reply[] => [
  ...Array.from(
    {
      length: random.weighted([
        [2, 0],
        [5, 1],
        [3, 2],
        [1, 5],
      ]),
    },
    () => toolTurn(random),
  ),
  finalReply(random),
];

export const fault = (random: Random): Fault =>
  random.pick<Fault>([
    { kind: "status", status: 529 },
    { kind: "status", status: 500 },
    { kind: "cut" },
    { kind: "empty" },
  ]);
