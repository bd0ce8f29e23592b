import { expect, it, vi } from "vitest";
import { TextMaker } from "../../src/flush/text-maker.ts";
import type { CapturedBatch, CapturedCall } from "../../src/model/batch.ts";
import type { MadeText } from "../../src/model/entries.ts";
import type { AssistantMessage } from "../../src/model/message.ts";
import { type OccurrenceKey, occurrenceKey } from "../../src/model/occurrence.ts";
import { NO_USAGE } from "../../src/model/usage.ts";
import type { Summarizer } from "../../src/summary/summarizer.ts";
import { gate } from "../support/gate.ts";
import { ATTEMPT_USAGE, capturedBatch } from "../support/summary.ts";
import { assistant, transcript } from "../support/transcript.ts";

const batchOf = (name: string): CapturedBatch => {
  const batch = capturedBatch([{ text: name }]);
  return { ...batch, calls: batch.calls.map((call) => ({ ...call, key: occurrenceKey(name, 1) })) };
};

const answerFor = ({ calls }: CapturedBatch) => ({
  ok: true as const,
  source: "model" as const,
  lines: calls.map(({ key }) => `about ${key}`),
  remarks: "",
  usage: ATTEMPT_USAGE,
});

const summarizer: Pick<Summarizer, "summarizeAll"> = {
  summarizeAll: async (batches, optionsFor) =>
    batches.map((batch, index) => {
      const result = answerFor(batch);
      optionsFor(index).onProgress?.(7);
      optionsFor(index).onDone?.(result);
      return result;
    }),
};

const unused = {
  digest: () => "digest",
  userText: () => undefined,
  basis: () => "",
  hurry: () => new AbortController().signal,
  kept: () => undefined,
};

it("tells how far it is by the places in the list it was given, also of texts made ahead", async () => {
  const texts = new TextMaker({ ...unused, summarizer });
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
function watched(kept = new Map<OccurrenceKey, MadeText>(), basis = () => "") {
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
    hurry: unused.hurry,
    kept: () => ({ texts: kept, skips: new Map() }),
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
  expect(texts.isMade(secret, batchOfCalls([secret]))).toBe(true);
  expect(texts.isMade(redacted, batchOfCalls([redacted]))).toBe(false);
  expect(await texts.takeOrDigest([batchOfCalls([redacted])], {})).toMatchObject([
    { lines: ["digest of a@1"] },
  ]);
});

it("keeps a digest only as long as the settings it was made under", async () => {
  let basis = "one";
  const texts = new TextMaker({
    summarizer: {
      summarizeAll: async (batches, optionsFor) =>
        batches.map(({ calls }, index) => {
          const lines = calls.map(() => `under ${basis}`);
          const result = { ok: true, source: "digest", lines, remarks: "", usage: ATTEMPT_USAGE } as const;
          optionsFor(index).onDone?.(result);
          return result;
        }),
    },
    digest: () => `now under ${basis}`,
    userText: () => undefined,
    basis: () => basis,
    hurry: unused.hurry,
    kept: () => undefined,
  });
  const batches = [batchOfCalls([unlabelled("a")])];
  await texts.make(batches, {});
  expect(await texts.takeOrDigest(batches, {})).toMatchObject([{ lines: ["under one"] }]);
  basis = "two";
  expect(await texts.takeOrDigest(batches, {})).toMatchObject([{ lines: ["now under two"] }]);
});

it("asks for nothing that was paid for before, in another life of the host", async () => {
  const kept = new Map<OccurrenceKey, MadeText>();
  const first = watched();
  const [a, b, c] = [unlabelled("a"), unlabelled("b"), unlabelled("c")];
  await first.texts.make([batchOfCalls([a]), batchOfCalls([b])], {
    onPaid: (paid) => {
      for (const text of paid) kept.set(text.line === "about a@1" ? a.key : b.key, text);
    },
  });
  const second = watched(kept);
  expect(await second.texts.make([batchOfCalls([a, b, c])], {})).toMatchObject([
    { source: "model", lines: ["about a@1", "about b@1", "about c@1"] },
  ]);
  expect(second.asked).toEqual(["c@1"]);
});

it("tells of each paid text when it is there, not when all are", async () => {
  const { opened, open } = gate();
  const texts = new TextMaker({
    ...unused,
    summarizer: {
      summarizeAll: (batches, optionsFor) =>
        Promise.all(
          batches.map(async (batch, index) => {
            if (index > 0) await opened;
            const result = answerFor(batch);
            optionsFor(index).onDone?.(result);
            return result;
          }),
        ),
    },
  });
  const paid: string[] = [];
  const onPaid = (some: readonly MadeText[]) => paid.push(...some.map(({ line }) => line));
  const made = texts.make([batchOfCalls([unlabelled("a")]), batchOfCalls([unlabelled("b")])], { onPaid });
  expect(paid).toEqual(["about a@1"]);
  open();
  await made;
  expect(paid).toEqual(["about a@1", "about b@1"]);
});

it("keeps nothing that cost nothing", async () => {
  const texts = new TextMaker({
    ...unused,
    summarizer: {
      summarizeAll: async (batches, optionsFor) =>
        batches.map((batch, index) => {
          const result = { ...answerFor(batch), source: "digest", usage: NO_USAGE } as const;
          optionsFor(index).onDone?.(result);
          return result;
        }),
    },
  });
  const onPaid = vi.fn();
  await texts.make([batchOfCalls([unlabelled("a")])], { onPaid });
  expect(onPaid).not.toHaveBeenCalled();
});

it("does not say of a call what a reply told that was edited since", async () => {
  const { texts } = watched();
  const said = (text: string): CapturedCall => {
    const [message] = transcript([assistant({ text, calls: ["a"] })]);
    return { ...unlabelled("a"), assistant: message as AssistantMessage };
  };
  const isMade = (call: CapturedCall) => texts.isMade(call, batchOfCalls([call]));
  await texts.make([batchOfCalls([said("the key is SECRET")])], {});
  expect(isMade(said("the key is SECRET"))).toBe(true);
  expect(isMade(said("the key is [redacted]"))).toBe(false);
});
