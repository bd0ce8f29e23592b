import { expect, it } from "vitest";
import { TextMaker } from "../../src/flush/text-maker.ts";
import type { CapturedBatch } from "../../src/model/batch.ts";
import { occurrenceKey } from "../../src/model/occurrence.ts";
import type { Summarizer } from "../../src/summary/summarizer.ts";
import { ATTEMPT_USAGE, capturedBatch } from "../support/summary.ts";

const batchOf = (name: string): CapturedBatch => {
  const batch = capturedBatch([{ text: name }]);
  return { ...batch, calls: batch.calls.map((call) => ({ ...call, key: occurrenceKey(name, 1) })) };
};

const summarizer: Pick<Summarizer, "summarizeAll"> = {
  summarizeAll: async (batches, optionsFor) =>
    batches.map(({ calls }, index) => {
      const lines = calls.map(({ key }) => `about ${key}`);
      const result = {
        ok: true as const,
        source: "model" as const,
        lines,
        remarks: "",
        usage: ATTEMPT_USAGE,
      };
      optionsFor(index).onProgress?.(7);
      optionsFor(index).onDone?.(result);
      return result;
    }),
};

it("tells how far it is by the places in the list it was given, also of texts made ahead", async () => {
  const texts = new TextMaker(
    summarizer,
    () => "digest",
    () => undefined,
  );
  const batches = ["a", "b", "c"].map(batchOf);
  await texts.make(batches.slice(1, 2), {});
  const told: unknown[] = [];
  const results = await texts.make(batches, {
    onProgress: (place, chars) => told.push(["progress", place, chars]),
    onDone: (place, result) => told.push(["done", place, result.ok]),
  });
  expect(told).toEqual([
    ["done", 1, true],
    ["progress", 0, 7],
    ["done", 0, true],
    ["progress", 2, 7],
    ["done", 2, true],
  ]);
  expect(results.map((result) => result.ok && result.lines)).toEqual([
    ["about a@1"],
    ["about b@1"],
    ["about c@1"],
  ]);
});
