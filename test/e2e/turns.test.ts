import { join } from "node:path";
import { expect, it } from "vitest";
import { extensionPath, projectRoot } from "../support/hosts.ts";
import { bash, long, output, query } from "../support/long-outputs.ts";
import type { Reply } from "../support/loopback/script.ts";
import { runPrint } from "../support/print.ts";
import { recordedRefs } from "../support/recorded-calls.ts";
import { stubsOfLast, textIn } from "../support/request-text.ts";
import { entryOfRef, originalText, refOfStub, stubsIn } from "../support/requests.ts";
import { type Rpc, startRpc } from "../support/rpc.ts";
import { readSessionFile } from "../support/session-file.ts";
import { onStage } from "../support/stage.ts";

async function entriesOf(rpc: Rpc) {
  const { sessionFile } = await rpc.call({ type: "get_state" });
  return readSessionFile(String(sessionFile)).entries;
}

/** Sends a prompt and aborts its run at the first event of a type. */
async function abortWhen(rpc: Rpc, message: string, type: string): Promise<void> {
  const from = rpc.records.length;
  rpc.send({ type: "prompt", message });
  await rpc.waitFor((record) => record.type === type, from);
  await rpc.call({ type: "abort" });
  await rpc.settled(from);
}

it("keeps the same stubs through a retry, an aborted turn and a change of model", async () => {
  const overloaded: Reply = { fault: { kind: "status", status: 529 } };
  const main: readonly Reply[] = [
    long("alpha"),
    { text: "a" },
    overloaded,
    { text: "b" },
    { fault: { kind: "stall-mid" }, text: "this answer is never finished" },
    { text: "d" },
    bash("sleep 300"),
    { text: "e" },
  ];
  const scripts = { "main-1": main, "sum-1": [query(["t1"]), { text: "f" }] };
  await onStage({ scripts }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox);
    await rpc.prompt("one");
    await rpc.prompt("two");
    const [refused, retried] = loopback.requests.slice(-2);
    expect([refused?.outcome, retried?.outcome]).toEqual(["status", "answered"]);
    const stubs = stubsOfLast(loopback.requests);
    expect(stubs.map(refOfStub)).toEqual(["t1"]);

    // In the middle of an answer, and in the middle of a tool's work.
    await abortWhen(rpc, "three", "message_update");
    await rpc.prompt("four");
    expect(stubsOfLast(loopback.requests)).toEqual(stubs);
    await abortWhen(rpc, "five", "tool_execution_start");
    await rpc.prompt("six");
    expect(stubsOfLast(loopback.requests)).toEqual(stubs);

    await rpc.call({ type: "set_model", provider: "loop", modelId: "sum-1" });
    await rpc.prompt("seven");
    const [switched, recovered] = loopback.requestsOf("sum-1");
    expect(switched && stubsIn(switched)).toEqual(stubs);
    expect(textIn(recovered)).toContain(output("alpha"));
    expect(recordedRefs(await entriesOf(rpc))).toEqual(["t1"]);
    expect((await rpc.close()).code).toBe(0);
    expect(loopback.violations).toEqual([]);
  });
});

it("takes its stubs along into a fork and a clone, starts empty in a new session, and finds them when it comes back", async () => {
  const script: readonly Reply[] = [
    long("alpha"),
    { text: "a" },
    { text: "b" },
    { text: "c" },
    query(["t1"]),
    { text: "d" },
    { text: "e" },
    { text: "f" },
    { text: "g" },
  ];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox);
    for (const prompt of ["one", "two", "three"]) await rpc.prompt(prompt);
    const stubs = stubsOfLast(loopback.requests);
    expect(stubs.map(refOfStub)).toEqual(["t1"]);
    const { sessionFile } = await rpc.call({ type: "get_state" });
    const entries = await entriesOf(rpc);
    const third = entries.findLast((entry) => entry.type === "message" && entry.message.role === "user");
    await rpc.call({ type: "fork", entryId: third?.id });
    await rpc.prompt("in the fork");
    const [asking, recovered] = loopback.requests.slice(-2);
    expect(asking && stubsIn(asking)).toEqual(stubs);
    expect(textIn(recovered)).toContain(output("alpha"));
    expect(recordedRefs(await entriesOf(rpc))).toEqual(["t1"]);

    await rpc.call({ type: "clone" });
    await rpc.prompt("in the clone");
    expect(stubsOfLast(loopback.requests)).toEqual(stubs);

    await rpc.call({ type: "new_session" });
    await rpc.prompt("anew");
    expect(stubsOfLast(loopback.requests)).toEqual([]);

    await rpc.call({ type: "switch_session", sessionPath: sessionFile });
    await rpc.prompt("back again");
    expect(stubsOfLast(loopback.requests)).toEqual(stubs);
    expect(readSessionFile(String(sessionFile)).entries.slice(0, entries.length)).toEqual(entries);
    expect((await rpc.close()).code).toBe(0);
    expect(loopback.violations).toEqual([]);
  });
});

it("forgets on another branch what was pruned on the first, and never gives a name twice", async () => {
  const script: readonly Reply[] = [
    long("alpha"),
    { text: "a" },
    long("beta"),
    { text: "b" },
    { text: "c" },
    long("gamma"),
    { text: "d" },
    { text: "e" },
    query(["t2", "t1", "t3", "t4"]),
    { text: "f" },
    { text: "g" },
  ];
  const extensions = [extensionPath, join(projectRoot, "test/support/goto-command.ts")];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox, { extensions });
    for (const prompt of ["one", "two", "three"]) await rpc.prompt(prompt);
    const first = stubsOfLast(loopback.requests);
    expect(first.map(refOfStub)).toEqual(["t1", "t2"]);
    const before = await entriesOf(rpc);
    const leaf = before.at(-1)?.id;
    const userTwo = before.find(
      (entry) => entry.type === "message" && JSON.stringify(entry.message).includes('"two"'),
    );
    // Onto a prompt of the person's: the session goes on in front of it.
    await rpc.command(`/goto ${userTwo?.id}`);
    for (const prompt of ["two, but otherwise", "three"]) await rpc.prompt(prompt);
    const second = stubsOfLast(loopback.requests);
    expect(second.map(refOfStub)).toEqual(["t3", "t4"]);
    await rpc.prompt("what was it again");
    const recovered = textIn(loopback.requests.at(-1));
    for (const word of ["beta", "gamma"]) expect(recovered).toContain(output(word));
    await rpc.command(`/goto ${leaf}`);
    await rpc.prompt("back on the first branch");
    expect(stubsOfLast(loopback.requests)).toEqual(first);
    const entries = await entriesOf(rpc);
    expect(recordedRefs(entries)).toEqual(["t1", "t2", "t3", "t4"]);
    const originals = [...entryOfRef(entries).values()].map((entry) => originalText(entry)?.split(" ")[0]);
    expect(originals).toEqual(["alpha", "beta", "alpha", "gamma"]);
    expect((await rpc.close()).code).toBe(0);
    expect(loopback.violations).toEqual([]);
  });
});

it("prunes nothing while the model cannot get it back, and says so once", async () => {
  const script: readonly Reply[] = [
    long("alpha"),
    { text: "a" },
    { text: "b" },
    { text: "c" },
    { text: "d" },
  ];
  const settings = { contextPrune: { spillThreshold: 5000 } };
  await onStage({ scripts: { "main-1": script }, settings }, async ({ loopback, sandbox }) => {
    const prompts = ["one", "two", "three"];
    const run = await runPrint(sandbox, { prompts, args: ["--tools", "bash"] });
    expect([run.code, run.stdout]).toEqual([0, "c\n"]);
    expect(run.stderr.split("\n").filter((line) => line.includes("context_tree_query"))).toHaveLength(1);
    const everything = loopback.requests.map(textIn).join("\n");
    expect(everything).not.toContain("context_tree_query");
    expect(recordedRefs(run.entries)).toEqual([]);
    const withTool = await runPrint(sandbox, { prompts: ["four"], session: run.sessionFile ?? "" });
    expect([withTool.code, withTool.stdout, withTool.stderr]).toEqual([0, "d\n", ""]);
    expect(stubsOfLast(loopback.requests).map(refOfStub)).toEqual(["t1"]);
    expect(loopback.violations).toEqual([]);
  });
});

it("prunes and recovers without a session file, and leaves none", async () => {
  const script: readonly Reply[] = [long("alpha"), { text: "a" }, query(["t1"]), { text: "b" }];
  const settings = { contextPrune: { spillThreshold: 5000 } };
  await onStage({ scripts: { "main-1": script }, settings }, async ({ loopback, sandbox }) => {
    const run = await runPrint(sandbox, { prompts: ["one", "two"], noSession: true });
    expect([run.code, run.stdout, run.stderr]).toEqual([0, "b\n", ""]);
    expect(stubsOfLast(loopback.requests).map(refOfStub)).toEqual(["t1"]);
    expect(textIn(loopback.requests.at(-1))).toContain(output("alpha"));
    expect(loopback.violations).toEqual([]);
  });
});
