import { expect, it } from "vitest";
import { dataOf, entriesOf, noticesOf } from "../support/flushes.ts";
import { gate } from "../support/gate.ts";
import type { RecordedRequest, Reply } from "../support/loopback/script.ts";
import { stringsIn, stubsIn } from "../support/requests.ts";
import { startRpc } from "../support/rpc.ts";
import { onStage } from "../support/stage.ts";
import { startTerminal } from "../support/terminal.ts";

const counting = (last: number): Reply => ({
  toolCalls: [{ name: "bash", input: { command: `seq 1 ${last}` } }],
});
const long = counting(900);
const settings = { contextPrune: { summarizerModel: "loop/sum-1", pruneOn: "agent-message" } };
const summary = { text: "[[1:bash]] counted to nine hundred" };

it("puts a model's lines into the stub, and asks it once", async () => {
  const scripts = { "main-1": [long, { text: "a" }, { text: "b" }], "sum-1": [summary] };
  await onStage({ scripts, settings }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox);
    await rpc.prompt("one");
    await rpc.waitFor(
      (record) => record.method === "setStatus" && !String(record.statusText).includes("summarizing"),
    );
    await loopback.waitForRequest((request) => request.model === "sum-1" && request.outcome === "answered");
    await rpc.command("/pruner status");
    await rpc.prompt("two");
    const [stub] = loopback.requestsOf("main-1").slice(-1).flatMap(stubsIn);
    expect(stub).toContain("counted to nine hundred");
    expect(loopback.requestsOf("sum-1").length).toBe(1);
    expect([...stringsIn(loopback.requestsOf("sum-1")[0]?.body)].join("\n")).toContain("[[1:bash]]");
    await rpc.close();
    expect(loopback.violations).toEqual([]);
  });
});

it("does not keep the run open while a summarizer is silent", async () => {
  const scripts = {
    "main-1": [long, { text: "a" }],
    "sum-1": [{ fault: { kind: "stall-before" } } as const],
  };
  await onStage({ scripts, settings }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox);
    // Resolves when the run is over; the summarizer never answers.
    await rpc.prompt("one");
    const request = await loopback.waitForRequest(({ model }) => model === "sum-1");
    expect(request.outcome).not.toBe("answered");
    await rpc.close();
  });
});

it("is cancelled by Escape in an idle terminal, and leaves the results as they are", async () => {
  const scripts = {
    "main-1": [long, { text: "first reply" }, { text: "second reply" }],
    "sum-1": [{ fault: { kind: "stall-before" } } as const, summary],
  };
  await onStage({ scripts, settings }, async ({ loopback, sandbox }) => {
    const terminal = startTerminal(sandbox);
    await terminal.waitForScreen(/prune: ON/);
    terminal.type("one\r");
    await terminal.waitForScreen(/first reply/);
    await loopback.waitForRequest(({ model }) => model === "sum-1");
    await terminal.waitForScreen(/prune: summarizing/);
    terminal.press("escape");
    await loopback.waitForRequest(({ model, closedByClient }) => model === "sum-1" && closedByClient);
    await terminal.waitForScreen((text) => !text.includes("summarizing"));
    terminal.type("two\r");
    await terminal.waitForScreen(/second reply/);
    const request = loopback.requestsOf("main-1").at(-1) as RecordedRequest;
    expect(stubsIn(request)).toEqual([]);
    await terminal.close();
  });
});

it("is counted for what it answered when the run is aborted in the middle of a flush", async () => {
  const contextPrune = { summarizerModel: "loop/sum-1", summarizerConcurrency: 1, pruneOn: "on-demand" };
  const { opened, open } = gate();
  const usage = { input: 700, output: 20, cacheRead: 0, cacheWrite: 0 };
  const scripts = {
    "main-1": [...[700, 800, 900].map(counting), { text: "never seen", gate: opened }],
    "sum-1": [{ ...summary, usage }, { fault: { kind: "stall-before" } } as const],
  };
  await onStage({ scripts, settings: { contextPrune } }, async (stage) => {
    const { loopback, sandbox } = stage;
    const rpc = startRpc(sandbox);
    rpc.send({ type: "prompt", message: "one" });
    await loopback.waitForRequest(() => loopback.requestsOf("main-1").length === 4);
    rpc.send({ type: "prompt", message: "/pruner now" });
    await loopback.waitForRequest(() => loopback.requestsOf("sum-1").length === 2);
    await rpc.call({ type: "abort" });
    await loopback.waitForRequest(({ model, closedByClient }) => model === "sum-1" && closedByClient);
    open();
    await rpc.waitFor(({ message }) => String(message).includes("nothing flushed"));
    await rpc.command("/pruner stats");
    expect(noticesOf(rpc).at(-1)).toMatch(
      /calls: +2\ninput: +700 tokens\noutput: +20 tokens\ncost: +\$0\.0008/,
    );
    const entries = await entriesOf(rpc);
    const price = { callCount: 2, totalInputTokens: 700, totalOutputTokens: 20 };
    expect(dataOf(entries, "context-prune-stats")).toMatchObject([price]);
    expect(dataOf(entries, "context-prune-index")).toEqual([]);
    await rpc.close();
    expect(loopback.violations).toEqual([]);
  });
});
