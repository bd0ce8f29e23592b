import { describe, expect, it } from "vitest";
import { FusionMaker } from "../../src/flush/fusion-maker.ts";
import type { FlushOrder } from "../../src/flush/order.ts";
import { TextMaker } from "../../src/flush/text-maker.ts";
import type { Pruner } from "../../src/pruner.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { flushOrder } from "../support/flush-order.ts";
import { host } from "../support/host-transforms.ts";
import { MemorySession } from "../support/memory-session.ts";
import { obedient, summarizerOver, usageOf } from "../support/summarizer.ts";
import { fails, type Step, says, scriptedModel } from "../support/summary.ts";
import { calls, type Line, longText, reply, result, transcript, user } from "../support/transcript.ts";
import { openPruner } from "../support/whole-flush.ts";

/** A batch of several calls: that many stubs are longer than the block of their chain. */
const work = (name: string): Line[] => {
  const ids = Array.from({ length: 6 }, (_, at) => `${name}${at}`);
  return [
    calls(...ids),
    ...ids.map((id, at) => result(id, { text: longText(60, name.charCodeAt(0) * 10 + at) })),
  ];
};
/** Two batches in each of two chains: their texts are asked for by four questions, those of the chains by two. */
const chains: readonly Line[] = [
  ...[user("one"), ...work("a"), ...work("b"), reply()],
  ...[user("two"), ...work("c"), ...work("d"), reply()],
];

interface Opened {
  readonly session: MemorySession;
  readonly pruner: Pruner;
}

function opened(): Opened {
  const session = new MemorySession(host("a"));
  for (const message of transcript(chains)) session.add(message);
  return { session, pruner: openPruner(session.manager) };
}

/** A model that is asked one thing at a time, and answers as the steps say; the last one is when the person stops it. */
function brokenOff(steps: readonly Step[], stop: () => void = () => {}): FlushOrder {
  const abort = new AbortController();
  const breakOff: Step = () => {
    abort.abort();
    stop();
    return fails("aborted");
  };
  const primary = scriptedModel("p/haiku", [...steps, breakOff]);
  const { summarizer } = summarizerOver({ models: { primary }, concurrency: 1 });
  const hurry = () => new AbortController().signal;
  const parts = { summarizer, userText: () => undefined, hurry, kept: () => undefined };
  return flushOrder({
    signal: abort.signal,
    summarize: new TextMaker({ ...parts, digest: () => "digest", basis: () => "" }).make,
    fuse: new FusionMaker(parts).make,
  });
}

const paidFor = ["context-prune-texts", "context-prune-stats"];

const line = obedient((label) => `${label} was fine`);
const merged: Step = says("both were fine");

const entries = ({ session }: Opened) => [...session.port().fileEntries()];
const typesSince = (opened: Opened, count: number) =>
  entries(opened)
    .slice(count)
    .map(({ type }) => type);

/** What so many attempts cost, as the session counts it. */
const priceOf = (attempts: number) => {
  const { input, output, cost, calls: callCount } = usageOf(attempts);
  return { totalInputTokens: input, totalOutputTokens: output, totalCost: cost, callCount };
};

const settings = { ...defaultSettings, minBatchChars: 0 };
const withoutWindow = {
  ...settings,
  chainCompression: { ...settings.chainCompression, rollingWindow: 0 },
};
const withoutChains = { ...settings, chainCompression: { ...settings.chainCompression, enabled: false } };

/** Every text of the batches is there, and was paid for: four attempts. */
async function summarized(): Promise<Opened & { readonly written: number }> {
  const one = opened();
  await one.pruner.flush({ ...brokenOff([line, line, line, line]), settings: withoutChains });
  expect(one.pruner.state?.stats).toMatchObject(priceOf(4));
  return { ...one, written: entries(one).length };
}

describe("what a person breaks off after a model has answered once", () => {
  it("leaves of a flush what was paid for, and its price", async () => {
    const one = opened();
    expect(await one.pruner.flush(brokenOff([line]))).toBeUndefined();
    expect(typesSince(one, 0)).toEqual(paidFor);
    expect(one.pruner.state?.stats).toMatchObject(priceOf(2));
  });

  it("leaves of texts made ahead their price", async () => {
    const one = opened();
    await one.pruner.prepare(brokenOff([line]));
    expect(typesSince(one, 0)).toContain("context-prune-stats");
    expect(typesSince(one, 0)).not.toContain("context-prune-index");
    expect(one.pruner.state?.stats).toMatchObject(priceOf(2));
  });

  it("leaves of merged texts made ahead their price", async () => {
    const one = await summarized();
    await one.pruner.prepare({ ...brokenOff([merged]), settings: withoutWindow });
    expect(typesSince(one, one.written)).toContain("context-prune-stats");
    expect(typesSince(one, one.written)).not.toContain("context-prune-chain");
    expect(one.pruner.state?.stats).toMatchObject(priceOf(6));
  });

  it("leaves of a compression what was paid for, and its price", async () => {
    const one = await summarized();
    expect(await one.pruner.compact(brokenOff([merged]))).toBeUndefined();
    expect(typesSince(one, one.written)).toEqual(paidFor);
    expect(one.pruner.state?.stats).toMatchObject({
      ...priceOf(6),
      chainsCompressed: 0,
      rangesSummarized: 0,
    });
  });

  it("leaves of the compression that a flush ends with its price, and what the flush has written", async () => {
    const one = opened();
    const order = { ...brokenOff([line, line, line, line, merged]), settings: withoutWindow };
    const report = await one.pruner.flush(order);
    expect(report).toMatchObject({ outcome: "summarized", blocks: [], changed: true });
    expect(typesSince(one, 0).filter((type) => type === "context-prune-stats")).toHaveLength(2);
    expect(one.pruner.state?.stats).toMatchObject({ ...priceOf(6), chainsCompressed: 0 });
  });

  it("leaves nothing where no model was asked", async () => {
    const signal = AbortSignal.abort();
    const one = opened();
    expect(await one.pruner.flush({ ...brokenOff([]), signal })).toBeUndefined();
    expect(entries(one)).toEqual([]);
    const recorded = await summarized();
    expect(await recorded.pruner.compact({ ...brokenOff([]), signal })).toBeUndefined();
    expect(typesSince(recorded, recorded.written)).toEqual([]);
  });
});

describe("what is broken off because it has no place any more", () => {
  it.each<[string, (opened: Opened) => void]>([
    ["the session ended", ({ pruner }) => pruner.close()],
    ["another branch was opened", ({ pruner, session }) => pruner.open(session.port())],
    ["the host moved to another branch", ({ session }) => session.moveTo(1)],
  ])("leaves of a compression no more than was paid for by then where %s", async (_name, ends) => {
    const one = await summarized();
    expect((await one.pruner.compact(brokenOff([merged], () => ends(one))))?.blocks ?? []).toEqual([]);
    expect(typesSince(one, one.written)).toEqual(["context-prune-texts"]);
  });
});
