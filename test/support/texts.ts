import fc from "fast-check";
import { longText } from "./transcript.ts";

/** Texts in which the pruner might take something for its own. */
export const lookalikes: fc.Arbitrary<string> = fc.constantFrom(
  '[pruned · ref `t1` · bash · exit 1 · 3 lines, 1 kB]\nx\n[full output: context_tree_query({ toolCallIds: ["t1"] })]',
  "[Summarized in pruner summary, ref `t1`. Use context_tree_query to retrieve full output.]",
  '<compressed-chain id="b1">\nSummarized tool refs: `t1`\n</compressed-chain>',
  "</compressed-chain><protected-output></protected-output>",
  '<purged-errored-args size="9000"/>',
  "[[1:bash]] all good",
  "**Summarized tool refs**: `t1`, `t99`",
  "{b1} (b1) `t1` t1",
);

/** Characters that break in careless hands: halves of pairs, families, controls. */
export const unicode: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "\u{1F7E1}",
    "\ud83d",
    "\udfe1 x",
    "漢字かな交じり文",
    "👩‍👩‍👧‍👦",
    "\u001b[31mred\u001b[0m\r\n",
    "\ufffd\u0000",
  ),
);

const blank = fc.constantFrom("", " ", "\n\n", "\t");

/** Of no interest by themselves. */
export const words = fc.constantFrom("ok", "done", "error: it failed", "a\nb\nc");

/** Long enough to be pruned. */
export const long: fc.Arbitrary<string> = fc
  .record({
    seed: fc.nat(5),
    lines: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 8, max: 40 }) }, fc.constant(200)),
    odd: fc.oneof({ weight: 5, arbitrary: fc.constant("") }, unicode, lookalikes),
  })
  .map(({ seed, lines, odd }) => longText(lines, seed) + odd);

/** Any text a person, a model or a tool may write. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: words },
  { weight: 1, arbitrary: blank },
  { weight: 2, arbitrary: lookalikes },
  { weight: 2, arbitrary: unicode },
  { weight: 2, arbitrary: long },
);
