import { join } from "node:path";
import { expect, it } from "vitest";
import { dataOf, flushEnded } from "../support/flushes.ts";
import { gate } from "../support/gate.ts";
import { hosts, hostUnderTest } from "../support/hosts.ts";
import { long, output, query } from "../support/long-outputs.ts";
import type { Reply } from "../support/loopback/script.ts";
import { runPrint } from "../support/print.ts";
import { recordedRefs } from "../support/recorded-calls.ts";
import { stubsOfLast, textIn } from "../support/request-text.ts";
import { refOfStub, stubsIn } from "../support/requests.ts";
import { startRpc } from "../support/rpc.ts";
import { readSessionFile } from "../support/session-file.ts";
import { onStage } from "../support/stage.ts";
import { startTerminal } from "../support/terminal.ts";

it("continues on the other host with the same stubs, and comes back", async () => {
  const script: readonly Reply[] = [
    long("alpha"),
    { text: "a" },
    { text: "b" },
    long("beta"),
    { text: "c" },
    query(["t1"]),
    { text: "d" },
    query(["t2"]),
    { text: "e" },
  ];
  const other = hosts[hostUnderTest().id === "a" ? "b" : "a"];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const first = await runPrint(sandbox, { prompts: ["one", "two"] });
    const stubs = stubsOfLast(loopback.requests);
    expect(stubs.map(refOfStub)).toEqual(["t1"]);
    const session = first.sessionFile ?? "";
    const second = await runPrint({ ...sandbox, host: other }, { prompts: ["three", "four"], session });
    expect([second.code, second.stdout, second.stderr]).toEqual([0, "d\n", ""]);
    const [, , asking, recovered] = loopback.requests.slice(-4);
    expect(asking && stubsIn(asking).map(refOfStub)).toEqual(["t1", "t2"]);
    expect(asking && stubsIn(asking)[0]).toBe(stubs[0]);
    expect(textIn(recovered)).toContain(output("alpha"));
    const third = await runPrint(sandbox, { prompts: ["five"], session });
    expect([third.code, third.stdout, third.stderr]).toEqual([0, "e\n", ""]);
    expect(stubsOfLast(loopback.requests)).toEqual(asking && stubsIn(asking));
    expect(textIn(loopback.requests.at(-1))).toContain(output("beta"));
    expect(recordedRefs(third.entries)).toEqual(["t1", "t2"]);
    expect(loopback.violations).toEqual([]);
  });
});

it("writes once and shows the same after /reload in a terminal", async () => {
  const script: readonly Reply[] = [
    long("alpha"),
    { text: "first reply" },
    { text: "second reply" },
    long("beta"),
    { text: "third reply" },
    { text: "fourth reply" },
  ];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const session = join(sandbox.directory, "terminal.jsonl");
    const terminal = startTerminal(sandbox, { session });
    await terminal.waitForScreen(/prune: ON/);
    const say = async (prompt: string, reply: RegExp) => {
      terminal.type(`${prompt}\r`);
      await terminal.waitForScreen(reply);
    };
    await say("one", /first reply/);
    await say("two", /second reply/);
    const stubs = stubsOfLast(loopback.requests);
    await say("/reload", /[Rr]eloaded/);
    await say("three", /third reply/);
    await say("four", /fourth reply/);
    const last = stubsOfLast(loopback.requests);
    expect([stubs.map(refOfStub), last.map(refOfStub)]).toEqual([["t1"], ["t1", "t2"]]);
    expect(last[0]).toBe(stubs[0]);
    await terminal.close();
    expect(recordedRefs(readSessionFile(session).entries)).toEqual(["t1", "t2"]);
    expect(loopback.violations).toEqual([]);
  });
});

it("has done its work before the session that is open is opened once more", async () => {
  const script: readonly Reply[] = [
    long("alpha"),
    { text: "a" },
    { text: "b" },
    long("beta"),
    { text: "c" },
    { text: "d" },
  ];
  const settings = { contextPrune: { pruneOn: "agent-message" } };
  await onStage({ scripts: { "main-1": script }, settings }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox);
    await rpc.prompt("one");
    // The flush behind the reply has not begun yet, or is under way.
    const { sessionFile } = await rpc.call({ type: "get_state" });
    await rpc.call({ type: "switch_session", sessionPath: sessionFile });
    await rpc.prompt("two");
    expect(stubsOfLast(loopback.requests).map(refOfStub)).toEqual(["t1"]);
    await rpc.prompt("three");
    await rpc.prompt("four");
    expect(stubsOfLast(loopback.requests).map(refOfStub)).toEqual(["t1", "t2"]);
    expect((await rpc.close()).code).toBe(0);
    const { entries } = readSessionFile(String(sessionFile));
    expect(recordedRefs(entries)).toEqual(["t1", "t2"]);
    expect(loopback.violations).toEqual([]);
  });
});

it("waits for no model before the session that is open is opened once more", async () => {
  const { opened, open } = gate();
  const script: readonly Reply[] = [long("alpha"), { text: "a" }, { text: "b" }];
  const scripts = { "main-1": script, "sum-1": () => ({ text: "[[1:bash]] counted", gate: opened }) };
  const settings = { contextPrune: { pruneOn: "agent-message", summarizerModel: "loop/sum-1" } };
  const models = [{ id: "main-1" }, { id: "sum-1" }];
  await onStage({ scripts, settings, models }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox);
    await rpc.prompt("one");
    await loopback.waitForRequest(({ model }) => model === "sum-1");
    const { sessionFile } = await rpc.call({ type: "get_state" });
    await rpc.call({ type: "switch_session", sessionPath: sessionFile });
    expect(loopback.requestsOf("sum-1").map(({ outcome }) => outcome)).not.toContain("answered");
    const { entries } = readSessionFile(String(sessionFile));
    expect(recordedRefs(entries)).toEqual([]);
    expect(dataOf(entries, "context-prune-stats")).toMatchObject([{ callCount: 1 }]);
    open();
    const from = rpc.records.length;
    await rpc.prompt("two");
    await flushEnded(rpc, from);
    expect(recordedRefs(readSessionFile(String(sessionFile)).entries)).toEqual(["t1"]);
    await rpc.close();
    expect(loopback.violations).toEqual([]);
  });
});
