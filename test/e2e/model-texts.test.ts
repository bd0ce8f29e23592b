import { join } from "node:path";
import { expect, it } from "vitest";
import { asksForRange, obedientReply, questionIn, readsLong } from "../support/asked-texts.ts";
import { dataOf, entriesOf, flushBegan, flushesIn } from "../support/flushes.ts";
import { gate } from "../support/gate.ts";
import { extensionPath, projectRoot } from "../support/hosts.ts";
import type { RecordedRequest, Reply } from "../support/loopback/script.ts";
import { stubsIn } from "../support/requests.ts";
import { type Rpc, startRpc } from "../support/rpc.ts";
import { readSessionFile } from "../support/session-file.ts";
import { onStage, type Stage } from "../support/stage.ts";

const reads = (count: number): readonly Reply[] => Array.from({ length: count }, readsLong);

const extensions = [extensionPath, join(projectRoot, "test/support/goto-command.ts")];

const models = [{ id: "main-1" }, { id: "main-2" }, { id: "sum-1" }];
const chainCompression = { enabled: false };

async function prompt({ loopback }: Stage, rpc: Rpc, turns: readonly Reply[]): Promise<void> {
  loopback.setScript("main-1", [...turns, { text: "done" }]);
  await rpc.prompt("go on");
}

/** A prompt behind a change of the model: nothing of it is in a cache. */
async function coldPrompt({ loopback }: Stage, rpc: Rpc): Promise<void> {
  await rpc.call({ type: "set_model", provider: "loop", modelId: "main-2" });
  loopback.setScript("main-2", [{ text: "done" }]);
  await rpc.prompt("go on");
}

/** Looks again whenever the footer changes. */
async function statusUntil(rpc: Rpc, isThere: () => Promise<boolean>): Promise<void> {
  for (let seen = rpc.records.length; !(await isThere()); seen = rpc.records.length)
    await rpc.waitFor(({ method }) => method === "setStatus", seen);
}

const summaries = ({ loopback }: Stage): readonly RecordedRequest[] => loopback.requestsOf("sum-1");

it("flushes in the middle of a run what has its text by then, and asks for no call twice", async () => {
  const contextPrune = { summarizerModel: "loop/sum-1", chainCompression };
  await onStage(
    { scripts: { "sum-1": obedientReply }, settings: { contextPrune }, models },
    async (stage) => {
      const rpc = startRpc(stage.sandbox);
      // Each reply comes when every text that was asked for is there.
      const afterTexts = (turn: Reply): Reply => ({ ...turn, delayMs: 30 });
      await prompt(stage, rpc, reads(24).map(afterTexts));
      const stubs = stage.loopback.requestsOf("main-1").map((request) => stubsIn(request).length);
      expect(Math.max(...stubs)).toBeGreaterThan(5);
      expect(new Set(flushesIn(await entriesOf(rpc)))).toEqual(new Set(["rent: summarized"]));
      await rpc.close();
      const asked = summaries(stage).flatMap((request) => /output \d+ ends/.exec(questionIn(request)) ?? []);
      expect(new Set(asked).size).toBe(asked.length);
      expect(stage.loopback.violations).toEqual([]);
    },
  );
});

it("has no request wait for the merged text of a chain", async () => {
  const contextPrune = { summarizerModel: "loop/sum-1", chainCompression: { rollingWindow: 1 } };
  const { opened, open } = gate();
  const scripts = {
    "sum-1": (request: RecordedRequest): Reply =>
      asksForRange(request) ? { text: "merged", gate: opened } : obedientReply(request),
  };
  await onStage({ scripts, settings: { contextPrune }, models }, async (stage) => {
    const rpc = startRpc(stage.sandbox);
    for (let at = 0; at < 4; at++) await prompt(stage, rpc, reads(8));
    await stage.loopback.waitForRequest((request) => request.model === "sum-1" && asksForRange(request));
    await prompt(stage, rpc, reads(8));
    const ranges = summaries(stage).filter(asksForRange);
    expect(ranges.map(({ outcome }) => outcome)).toEqual(ranges.map(() => "open"));
    // On a cold cache it gives way: such a moment does not come back.
    const known = flushesIn(await entriesOf(rpc)).length;
    await coldPrompt(stage, rpc);
    expect(flushesIn(await entriesOf(rpc)).slice(known)).toEqual(["cold: summarized"]);
    open();
    await rpc.close();
    expect(stage.loopback.violations).toEqual([]);
  });
});

it("waits once on a cold cache, whatever is not begun by then", async () => {
  const contextPrune = { summarizerModel: "loop/sum-1", chainCompression };
  const { opened, open } = gate();
  const scripts = {
    "sum-1": (request: RecordedRequest): Reply => ({ ...obedientReply(request), gate: opened }),
  };
  await onStage({ scripts, settings: { contextPrune }, models }, async (stage) => {
    const rpc = startRpc(stage.sandbox);
    await prompt(stage, rpc, reads(1));
    await stage.loopback.waitForRequest(({ model }) => model === "sum-1");
    await prompt(stage, rpc, reads(2));
    await coldPrompt(stage, rpc);
    expect(summaries(stage).map(({ outcome }) => outcome)).toEqual(["abandoned"]);
    expect(stage.loopback.requestsOf("main-2").map((request) => stubsIn(request).length)).toEqual([3]);
    open();
    await rpc.close();
  });
});

it("takes the work of a final reply when what runs before it is over", async () => {
  const contextPrune = {
    pruneOn: "agent-message",
    summarizerModel: "loop/sum-1",
    autoBudgetThreshold: 0.1,
    chainCompression,
  };
  const { opened, open } = gate();
  const scripts = {
    "sum-1": async (request: RecordedRequest): Promise<Reply> => {
      await opened;
      return obedientReply(request);
    },
  };
  const options = { scripts, settings: { contextPrune }, models, contextWindow: 60_000 };
  await onStage(options, async (stage) => {
    const rpc = startRpc(stage.sandbox);
    const from = rpc.records.length;
    await prompt(stage, rpc, reads(6));
    expect(flushesIn(await entriesOf(rpc))).toEqual([]);
    await flushBegan(rpc, from);
    open();
    await statusUntil(rpc, async () => flushesIn(await entriesOf(rpc)).length > 0);
    expect(flushesIn(await entriesOf(rpc))).toEqual(["message-end: summarized"]);
    await rpc.close();
    expect(stage.loopback.violations).toEqual([]);
  });
});

it("takes what a reply left that was cut off, and says why a cache is cold", async () => {
  const contextPrune = { pruneOn: "agent-message", chainCompression };
  await onStage({ scripts: {}, settings: { contextPrune }, models }, async (stage) => {
    const rpc = startRpc(stage.sandbox);
    stage.loopback.setScript("main-1", [...reads(2), { text: "cut off", stop: "max_tokens" }]);
    await rpc.prompt("one");
    expect(flushesIn(await entriesOf(rpc))).toEqual([]);
    await prompt(stage, rpc, []);
    expect(stage.loopback.requestsOf("main-1").slice(-1).flatMap(stubsIn)).not.toEqual([]);
    const { sessionFile } = await rpc.call({ type: "get_state" });
    await rpc.command("/pruner prune-on auto");
    await prompt(stage, rpc, reads(4));
    await rpc.call({ type: "set_model", provider: "loop", modelId: "sum-1" });
    stage.loopback.setScript("sum-1", [{ text: "done" }]);
    await rpc.prompt("and now?");
    const metrics = dataOf(readSessionFile(String(sessionFile)).entries, "context-prune-flush-metrics");
    expect(metrics.at(-1)).toMatchObject({ trigger: "cold", reason: "model" });
    await rpc.close();
    expect(stage.loopback.violations).toEqual([]);
  });
});

it("asks for nothing again after a restart, nor after a kill in the middle of its questions", async () => {
  const contextPrune = { summarizerModel: "loop/sum-1", chainCompression };
  const { opened, open } = gate();
  let answers = 0;
  const scripts = {
    "sum-1": (request: RecordedRequest): Reply => ({
      ...obedientReply(request),
      ...(++answers === 3 && { gate: opened }),
    }),
  };
  await onStage({ scripts, settings: { contextPrune }, models }, async (stage) => {
    const session = join(stage.sandbox.directory, "session.jsonl");
    const first = startRpc(stage.sandbox, { session });
    await prompt(stage, first, reads(4));
    const kept = () => dataOf(readSessionFile(session).entries, "context-prune-texts");
    // Pi shows nothing of it, so it is asked for something, and its file looked at again.
    while (kept().length < 3) await first.call({ type: "get_state" });
    await first.kill();
    expect(summaries(stage)).toHaveLength(4);

    const second = startRpc(stage.sandbox, { session });
    await second.command("/pruner now");
    await second.close();
    expect(summaries(stage)).toHaveLength(5);
    const asked = summaries(stage).map((request) => /output \d+ ends/.exec(questionIn(request))?.[0]);
    expect(new Set(asked).size).toBe(4);
    const records = dataOf(readSessionFile(session).entries, "context-prune-index");
    expect(records).toHaveLength(1);
    expect(JSON.stringify(records).match(/counted lines for part-/g)).toHaveLength(4);
    const stats = dataOf(readSessionFile(session).entries, "context-prune-stats");
    expect(stats.at(-1)).toMatchObject({ callCount: 4 });
    open();
    expect(stage.loopback.violations).toEqual([]);
  });
});

it("counts what it breaks off at the end of the session", async () => {
  const contextPrune = { summarizerModel: "loop/sum-1", summarizerConcurrency: 1, chainCompression };
  const script: readonly Reply[] = [
    { text: "[[1:bash]] counted lines" },
    { text: "[[1:bash]] counted", fault: { kind: "stall-mid" } },
  ];
  await onStage({ scripts: { "sum-1": script }, settings: { contextPrune }, models }, async (stage) => {
    const session = join(stage.sandbox.directory, "session.jsonl");
    const rpc = startRpc(stage.sandbox, { session });
    await prompt(stage, rpc, reads(2));
    await stage.loopback.waitForRequest(() => summaries(stage).length === 2);
    await rpc.close();
    const { entries } = readSessionFile(session);
    expect(dataOf(entries, "context-prune-texts")).toHaveLength(1);
    expect(dataOf(entries, "context-prune-index")).toEqual([]);
    expect(dataOf(entries, "context-prune-stats")).toMatchObject([{ callCount: 2 }]);
  });
});

it("does not take at once on another branch what a reply left that was cut off on this one", async () => {
  const contextPrune = { pruneOn: "on-demand", chainCompression };
  await onStage({ scripts: {}, settings: { contextPrune }, models }, async (stage) => {
    const rpc = startRpc(stage.sandbox, { extensions });
    await prompt(stage, rpc, reads(2));
    const finished = (await entriesOf(rpc)).at(-1)?.id;
    stage.loopback.setScript("main-1", [{ text: "cut off", stop: "max_tokens" }]);
    await rpc.prompt("one more");
    await rpc.command("/pruner prune-on agent-message");
    await rpc.command(`/goto ${finished}`);
    await prompt(stage, rpc, []);
    expect(stage.loopback.requestsOf("main-1").slice(-1).flatMap(stubsIn)).toEqual([]);
    await prompt(stage, rpc, []);
    expect(stage.loopback.requestsOf("main-1").slice(-1).flatMap(stubsIn)).not.toEqual([]);
    await rpc.close();
    expect(stage.loopback.violations).toEqual([]);
  });
});
