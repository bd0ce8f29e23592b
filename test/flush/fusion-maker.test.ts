import { expect, it } from "vitest";
import { FusionMaker } from "../../src/flush/fusion-maker.ts";
import type { MadeRange } from "../../src/model/entries.ts";
import { NO_USAGE } from "../../src/model/usage.ts";
import type { SummarizeOptions, Usage } from "../../src/ports.ts";
import type { FusedRange } from "../../src/summary/range.ts";
import { ATTEMPT_USAGE } from "../support/summary.ts";

const one = ["first", "second"];
const other = ["first", "third"];
const fusedTo = (text: string, usage: Usage = ATTEMPT_USAGE): FusedRange => ({ ok: true, text, usage });
const failed: FusedRange = { ok: false, usage: ATTEMPT_USAGE };

/** A maker over a model that gives one answer, with what it was asked and what it tells to keep. */
function maker(
  answer: FusedRange,
  kept = new Map<string, MadeRange>(),
  hurry = () => new AbortController().signal,
) {
  const asked: (readonly string[])[] = [];
  const fuse = async (texts: readonly string[], _options: SummarizeOptions) => {
    asked.push(texts);
    return answer;
  };
  const fusions = new FusionMaker({
    summarizer: { fuse },
    userText: () => undefined,
    hurry,
    kept: () => kept,
  });
  const onPaid = (range: MadeRange) => void kept.set(range.hash, range);
  return { fusions, asked, kept, onPaid };
}

it("asks for the text of the same summaries once, whatever came of it", async () => {
  for (const answer of [fusedTo("both"), failed]) {
    const { fusions, asked } = maker(answer);
    await fusions.make(one);
    const text = answer.ok ? { text: "both" } : {};
    expect(await fusions.make(one)).toEqual({ ...text, usage: NO_USAGE });
    expect(await fusions.take(one)).toEqual({ ...text, usage: NO_USAGE });
    expect(asked).toEqual([one]);
    await fusions.make(other);
    expect(asked).toEqual([one, other]);
  }
});

it("asks for nothing that was paid for before, in another life of the host", async () => {
  for (const answer of [fusedTo("both"), failed]) {
    const { fusions, kept, onPaid } = maker(answer);
    await fusions.make(one, { onPaid });
    const { fusions: next, asked } = maker(fusedTo("again"), kept);
    expect(await next.make(one)).toEqual({ ...(answer.ok && { text: "both" }), usage: NO_USAGE });
    expect(asked).toEqual([]);
  }
});

it("keeps nothing that cost nothing, and nothing that was broken off", async () => {
  const free = maker(fusedTo("both", NO_USAGE));
  await free.fusions.make(one, { onPaid: free.onPaid });
  expect(free.kept.size).toBe(0);
  const { fusions, asked, kept, onPaid } = maker(failed);
  await fusions.make(one, { onPaid, signal: AbortSignal.abort() });
  expect(kept.size).toBe(0);
  await fusions.make(one, { onPaid });
  expect(asked).toEqual([one, one]);
});

it("gives up for good what was asked for when the time was over, and nothing that was not", async () => {
  const over = () => AbortSignal.abort();
  const begun = maker(failed, new Map(), over);
  await begun.fusions.make(one);
  await begun.fusions.make(one);
  expect(begun.asked).toEqual([one]);
  const unasked = maker({ ok: false, usage: NO_USAGE }, new Map(), over);
  await unasked.fusions.make(one);
  await unasked.fusions.make(one);
  expect(unasked.asked).toEqual([one, one]);
});
