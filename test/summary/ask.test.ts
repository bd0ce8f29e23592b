import { describe, expect, it } from "vitest";
import { batchOf, longText, obedient, summarizerOver, usageOf } from "../support/summarizer.ts";
import {
  type CallParts,
  capturedBatch,
  fails,
  labelsOf,
  type Step,
  says,
  scriptedModel,
} from "../support/summary.ts";

const good = obedient((label) => `fine ${label.slice(2, -2)}`);

describe("a batch and the model's window", () => {
  it("sends less after a prompt that was too long, and remembers it", async () => {
    const takes =
      (chars: number): Step =>
      (request) =>
        request.prompt.length > chars
          ? fails("context-length")
          : says(
              labelsOf(request.prompt)
                .map((label) => `${label} ok`)
                .join("\n"),
            );
    const primary = scriptedModel("p/haiku", [takes(20_000)]);
    const { summarizer } = summarizerOver({ models: { primary } });
    const batch = capturedBatch([{ text: longText("a", 40_000) }]);
    const first = await summarizer.summarize(batch, {});
    expect(first).toMatchObject({ source: "model", usage: usageOf(2) });
    const second = await summarizer.summarize(batch, {});
    expect(second).toMatchObject({ source: "model", usage: usageOf(1) });
    const [tooLong = 0, shorter = 0] = primary.requests.map(({ prompt }) => prompt.length);
    expect(shorter).toBeLessThan(tooLong / 2);
  });

  it("gives up on a batch that is too long twice", async () => {
    const primary = scriptedModel("p/haiku", [fails("context-length", "prompt is too long")]);
    const { summarizer } = summarizerOver({ models: { primary } });
    expect(await summarizer.summarize(batchOf("abcd"), {})).toMatchObject({
      source: "digest",
      usage: usageOf(2),
    });
    const lengths = primary.requests.map(({ prompt }) => prompt.length);
    expect(new Set(lengths).size).toBe(lengths.length);
  });

  it("splits a backlog larger than the window and puts it together again", async () => {
    const calls: CallParts[] = Array.from({ length: 60 }, (_, i) => ({
      tool: `t${i}`,
      text: longText(String(i), 30_000),
    }));
    const primary = scriptedModel("p/haiku", [good], 64_000);
    const { summarizer } = summarizerOver({ models: { primary } });
    const result = await summarizer.summarize(capturedBatch(calls), {});
    expect(result.ok && result.lines.map((line) => line.replace(/\d+:/, ""))).toEqual(
      calls.map(({ tool }) => `fine ${tool}`),
    );
    expect(primary.requests.length).toBeGreaterThan(5);
    expect(result.usage).toEqual(usageOf(primary.requests.length));
  });

  it("reports progress over all parts of a batch, from the moment a call goes out", async () => {
    const step: Step = (request) => {
      request.onProgress?.(10);
      return says(
        labelsOf(request.prompt)
          .map((label) => `${label} ok`)
          .join("\n"),
      );
    };
    const calls: CallParts[] = Array.from({ length: 6 }, (_, i) => ({ text: longText(String(i), 20_000) }));
    const primary = scriptedModel("p/haiku", [step], 16_000);
    const { summarizer } = summarizerOver({ models: { primary } });
    const seen: number[] = [];
    await summarizer.summarize(capturedBatch(calls), { onProgress: (chars) => seen.push(chars) });
    expect(seen).toEqual(primary.requests.flatMap((_, index) => [10 * index, 10 * (index + 1)]));
  });
});
