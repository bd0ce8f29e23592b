import { expect, it } from "vitest";
import { TextMaker } from "../../src/flush/text-maker.ts";
import type { CapturedBatch, CapturedCall } from "../../src/model/batch.ts";
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
  const texts = new TextMaker({
    summarizer,
    digest: () => "digest",
    userText: () => undefined,
    basis: () => "",
  });
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

const unlabelled = (text: string, key = text): CapturedCall => {
  const [call] = capturedBatch([{ text }]).calls;
  if (!call) throw new Error("a batch without a call");
  return { ...call, key: occurrenceKey(key, 1) };
};

const batchOfCalls = (calls: readonly CapturedCall[]): CapturedBatch => ({ ...capturedBatch([]), calls });

/** A maker whose summarizer notes what it is asked, and digests what the model refuses. */
function watched(basis = () => "") {
  const asked: string[] = [];
  const digested: string[] = [];
  const texts = new TextMaker({
    summarizer: {
      summarizeAll: (batches, optionsFor) => {
        asked.push(...batches.map(({ calls }) => calls.map(({ key }) => key).join()));
        return summarizer.summarizeAll(batches, optionsFor);
      },
    },
    digest: ({ key }) => {
      digested.push(key);
      return `digest of ${key}`;
    },
    userText: () => undefined,
    basis,
  });
  return { texts, asked, digested };
}

it("asks for each call once, whatever batch it is in", async () => {
  const { texts, asked, digested } = watched();
  const [a, b, c] = [unlabelled("a"), unlabelled("b"), unlabelled("c")];
  await texts.make([batchOfCalls([a, b])], {});
  const [whole] = await texts.make([batchOfCalls([a, b, c])], {});
  expect(asked).toEqual(["a@1,b@1", "c@1"]);
  expect(whole).toMatchObject({ ok: true, lines: ["about a@1", "about b@1", "about c@1"] });
  expect(whole?.usage).toEqual(ATTEMPT_USAGE);
  const [taken] = await texts.takeOrDigest([batchOfCalls([a, b, c])], {});
  expect(taken).toMatchObject({ source: "model", usage: { calls: 0 } });
  expect(digested).toEqual([]);
});

it("does not say of an edited result what the earlier one showed", async () => {
  const { texts } = watched();
  const [secret, redacted] = [unlabelled("SECRET", "a"), unlabelled("[redacted]", "a")];
  await texts.make([batchOfCalls([secret])], {});
  expect(texts.isMade(secret)).toBe(true);
  expect(texts.isMade(redacted)).toBe(false);
  expect(await texts.takeOrDigest([batchOfCalls([redacted])], {})).toMatchObject([
    { lines: ["digest of a@1"] },
  ]);
});

it("keeps a digest only as long as the settings it was made under", async () => {
  let basis = "one";
  const texts = new TextMaker({
    summarizer: {
      summarizeAll: async (batches) =>
        batches.map(({ calls }) => ({
          ok: true,
          source: "digest",
          lines: calls.map(() => `under ${basis}`),
          remarks: "",
          usage: ATTEMPT_USAGE,
        })),
    },
    digest: () => `now under ${basis}`,
    userText: () => undefined,
    basis: () => basis,
  });
  const batches = [batchOfCalls([unlabelled("a")])];
  await texts.make(batches, {});
  expect(await texts.takeOrDigest(batches, {})).toMatchObject([{ lines: ["under one"] }]);
  basis = "two";
  expect(await texts.takeOrDigest(batches, {})).toMatchObject([{ lines: ["now under two"] }]);
});
