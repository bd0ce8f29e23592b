import { expect, it } from "vitest";
import { entriesOf, flushEnded, flushesIn, noticesOf } from "../support/flushes.ts";
import type { RecordedRequest, Reply } from "../support/loopback/script.ts";
import { stringsIn, stubsIn } from "../support/requests.ts";
import { type Rpc, startRpc } from "../support/rpc.ts";
import type { SandboxModel } from "../support/sandbox.ts";
import { readSessionFile, sessionFilesIn } from "../support/session-file.ts";
import { onStage, type Stage } from "../support/stage.ts";
import { startTerminal } from "../support/terminal.ts";

// Every output differs from all others: a repeat would be an alias.
let outputs = 0;
const read = (lines = 250): Reply => {
  const command = `for i in $(seq 1 ${lines}); do echo "line $i of a long output"; done; echo output ${++outputs} ends`;
  return { toolCalls: [{ name: "bash", input: { command } }] };
};
const reads = (count: number): readonly Reply[] => Array.from({ length: count }, () => read());

/** One prompt of so many tool turns; the requests it made of the model. */
async function run(
  { loopback }: Stage,
  { rpc, model = "main-1", turns }: { rpc: Rpc; model?: string; turns: readonly Reply[] },
): Promise<readonly RecordedRequest[]> {
  const before = loopback.requestsOf(model).length;
  loopback.setScript(model, [...turns, { text: "done" }]);
  await rpc.prompt("go on");
  return loopback.requestsOf(model).slice(before);
}

const stubCounts = (requests: readonly RecordedRequest[]) => requests.map((each) => stubsIn(each).length);
const rawCount = (request: RecordedRequest | undefined): number =>
  [...stringsIn(request?.body)].filter((text) => /^line 1 of[\s\S]*output \d+ ends\n?$/.test(text)).length;

const useModel = (rpc: Rpc, modelId: string) => rpc.call({ type: "set_model", provider: "loop", modelId });

/** The flushes behind those that are known. */
async function newFlushes(rpc: Rpc, known: readonly string[]): Promise<readonly string[]> {
  return flushesIn(await entriesOf(rpc)).slice(known.length);
}

// Where writing the cache costs little more than reading it, a run of a few turns has paid for a rewrite.
const models: readonly SandboxModel[] = [
  { id: "main-1" },
  { id: "cheap-1", cost: { input: 3, output: 15, cacheRead: 1.5, cacheWrite: 3 } },
  { id: "small-1", contextWindow: 80_000 },
];
const compaction = { enabled: false };
const chainCompression = { enabled: false };

it("flushes by itself when it pays: at a new prompt, on a cold cache, for the rent, for a full window", async () => {
  const settings = { contextPrune: { chainCompression } };
  await onStage({ scripts: {}, settings, models, compaction }, async (stage) => {
    const rpc = startRpc(stage.sandbox);
    const seen: string[] = [];
    const added = async () => {
      const flushes = await newFlushes(rpc, seen);
      seen.push(...flushes);
      return flushes;
    };
    await run(stage, { rpc, turns: reads(1) });
    expect(await added()).toEqual([]);
    expect(stubCounts(await run(stage, { rpc, turns: reads(1) }))).toEqual([1, 1]);
    expect(await added()).toEqual(["boundary: summarized"]);

    await useModel(rpc, "cheap-1");
    const long = await run(stage, { rpc, model: "cheap-1", turns: reads(10) });
    expect(stubCounts(long.slice(0, 1))).toEqual([2]);
    const [cold, ...rents] = await added();
    expect(cold).toBe("cold: summarized");
    expect(new Set(rents)).toEqual(new Set(["rent: summarized"]));
    // The request that a flush in the middle of a run changed: the three latest that were read, and the unread one.
    const flushed = long.findIndex((request) => stubsIn(request).length > 2);
    expect(rawCount(long[flushed])).toBe(4);
    expect(stubsIn(long[flushed] as RecordedRequest)).toHaveLength(2 + flushed - 4);

    await useModel(rpc, "small-1");
    await rpc.command("/pruner budget-threshold 0.1");
    await run(stage, { rpc, model: "small-1", turns: reads(5) });
    const [, ...budgets] = await added();
    expect(new Set(budgets)).toEqual(new Set(["budget: summarized"]));

    // One turn that grows the context by more than a twenty-fifth of the window.
    await rpc.command("/pruner budget-threshold off");
    await run(stage, { rpc, model: "small-1", turns: [read(), read(800), ...reads(4)] });
    const [, ...deltas] = await added();
    expect(new Set(deltas)).toEqual(new Set(["delta: summarized"]));
    expect((await rpc.close()).code).toBe(0);
    expect(stage.loopback.violations).toEqual([]);
  });
});

it("never waits for a model on a warm cache, a moment on a cold one, and keeps the digest that it took then", async () => {
  const contextPrune = { summarizerModel: "loop/sum-1", summarizerIdleTimeoutMs: 0, chainCompression };
  const options = { scripts: {}, settings: { contextPrune }, models: [...models, { id: "sum-1" }] };
  await onStage(options, async (stage) => {
    const rpc = startRpc(stage.sandbox);
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    stage.loopback.setScript("sum-1", () => ({ text: "[[1:bash]] said too late", gate: late }));
    await run(stage, { rpc, turns: reads(1) });
    await stage.loopback.waitForRequest(({ model, outcome }) => model === "sum-1" && outcome === "open");
    expect(stubCounts(await run(stage, { rpc, turns: [] }))).toEqual([0]);
    await useModel(rpc, "cheap-1");
    const [cold] = await run(stage, { rpc, model: "cheap-1", turns: [] });
    const stubs = stubsIn(cold as RecordedRequest);
    expect(stubs).toEqual([expect.stringContaining(`output ${outputs} ends`)]);
    answer();
    const [next] = await run(stage, { rpc, model: "cheap-1", turns: [] });
    expect(stubsIn(next as RecordedRequest)).toEqual(stubs);
    expect(flushesIn(await entriesOf(rpc))).toEqual(["cold: summarized"]);
    await rpc.close();
    expect(stage.loopback.violations).toEqual([]);
  });
});

it("flushes at the final reply, or only when told to, as the setting says", async () => {
  const contextPrune = {
    pruneOn: "agent-message",
    chainCompression,
    autoBudgetThreshold: null,
    budgetTurnDelta: null,
  };
  await onStage({ scripts: {}, settings: { contextPrune } }, async (stage) => {
    const rpc = startRpc(stage.sandbox);
    const from = rpc.records.length;
    expect(stubCounts(await run(stage, { rpc, turns: reads(2) }))).toEqual([0, 0, 0]);
    await flushEnded(rpc, from);
    expect(flushesIn(await entriesOf(rpc))).toEqual(["message-end: summarized"]);
    await rpc.command("/pruner prune-on on-demand");
    expect(stubCounts(await run(stage, { rpc, turns: reads(2) }))).toEqual([2, 2, 2]);
    expect(stubCounts(await run(stage, { rpc, turns: [] }))).toEqual([2]);
    const asked = rpc.records.length;
    await rpc.command("/pruner now preview");
    await rpc.command("/pruner now");
    expect(noticesOf(rpc, asked)).toEqual([
      expect.stringMatching(/^pruner: a flush would take 2 tool calls in 2 batches/),
      expect.stringMatching(/^pruner: pruned 2 tool calls from 2 batches \(t3\.\.t4\)/),
    ]);
    expect(stubCounts(await run(stage, { rpc, turns: [] }))).toEqual([4]);
    expect(flushesIn(await entriesOf(rpc))).toEqual(["message-end: summarized", "manual: summarized"]);
    await rpc.close();
    expect(stage.loopback.violations).toEqual([]);
  });
});

it("finds unfinished work again after a reload, and tests it although the next prompt brings none", async () => {
  const contextPrune = {
    pruneOn: "on-demand",
    chainCompression,
    autoBudgetThreshold: 0.05,
    budgetTurnDelta: null,
  };
  const script = [read(600), { text: "first reply" }, { text: "second reply" }, { text: "third reply" }];
  const options = {
    scripts: { "main-1": script },
    settings: { contextPrune },
    contextWindow: 60_000,
    compaction,
  };
  await onStage(options, async ({ loopback, sandbox }) => {
    const terminal = startTerminal(sandbox);
    await terminal.waitForScreen(/prune: ON/);
    terminal.type("one\r");
    await terminal.waitForScreen(/first reply[\s\S]*prune: 1 pending/);
    terminal.type("two\r");
    await terminal.waitForScreen(/second reply/);
    terminal.type("/reload\r");
    await terminal.waitForScreen(/prune: recovered pending \(reload\)/);
    terminal.type("three\r");
    await terminal.waitForScreen(/third reply/);
    await terminal.close();
    expect(stubCounts(loopback.requests)).toEqual([0, 0, 0, 1]);
    const [file = ""] = sessionFilesIn(sandbox.agentDir);
    expect(flushesIn(readSessionFile(file).entries)).toEqual(["rearmed: summarized"]);
    expect(loopback.violations).toEqual([]);
  });
});
