import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { dataOf, entriesOf, flushesIn } from "../support/flushes.ts";
import type { RecordedRequest, Reply, ScriptedCall } from "../support/loopback/script.ts";
import { refOfStub, stringsIn, stubsIn } from "../support/requests.ts";
import { type Rpc, startRpc } from "../support/rpc.ts";
import { onStage, type Stage } from "../support/stage.ts";

const bash = (command: string): ScriptedCall => ({ name: "bash", input: { command } });
const lines = (count: number, what: string) =>
  bash(`for i in $(seq 1 ${count}); do echo "line $i of ${what}"; done`);
const outputOf = (count: number, what: string) =>
  Array.from({ length: count }, (_, at) => `line ${at + 1} of ${what}`).join("\n");

const settings = {
  contextPrune: {
    pruneOn: "agent-message",
    spillThreshold: 16_000,
    spillPreviewBytes: 600,
    protectedTools: ["write"],
    protectedPaths: ["keep/**"],
    chainCompression: { enabled: false },
  },
};

/** One prompt that makes these calls, one assistant message each, and what its last request was. */
async function ask({ loopback }: Stage, rpc: Rpc, calls: readonly ScriptedCall[]): Promise<RecordedRequest> {
  const turns = calls.map((call): Reply => ({ toolCalls: [call] }));
  loopback.setScript("main-1", [...turns, { text: "done" }]);
  await rpc.prompt("go on");
  return loopback.requestsOf("main-1").at(-1) as RecordedRequest;
}

const holds = (request: RecordedRequest, text: string): boolean =>
  [...stringsIn(request.body)].some((each) => each.includes(text));

const refsIn = (request: RecordedRequest): readonly string[] => stubsIn(request).map(refOfStub);

it("names each outcome of a flush: summarized, deduped, trivial until there is more, oversized", async () => {
  await onStage({ scripts: { "main-1": [] }, settings }, async (stage) => {
    const rpc = startRpc(stage.sandbox);
    await ask(stage, rpc, [lines(200, "the build")]);
    // The same output again shares the record of the first.
    const second = await ask(stage, rpc, [lines(200, "the build")]);
    expect(refsIn(second)).toEqual(["t1"]);
    const third = await ask(stage, rpc, [lines(50, "a note")]);
    expect(refsIn(third)).toEqual(["t1", "t2"]);
    expect(stubsIn(third)[1]).toContain("`t1`");
    const fourth = await ask(stage, rpc, [lines(200, "the tests")]);
    expect(refsIn(fourth)).toEqual(["t1", "t2"]);
    await rpc.command("/pruner min-batch-chars 0");
    const fifth = await ask(stage, rpc, [bash("echo ok")]);
    // What was too little alone was taken with what came next; where no stub is shorter there is none.
    expect(refsIn(fifth)).toEqual(["t1", "t2", "t3", "t4"]);
    expect(stubsIn(fifth)[2]).toContain("50 lines");
    const last = await ask(stage, rpc, []);
    expect(refsIn(last)).toEqual(["t1", "t2", "t3", "t4"]);

    const entries = await entriesOf(rpc);
    expect(flushesIn(entries)).toEqual([
      "message-end: summarized",
      "message-end: skipped-deduped",
      "message-end: skipped-trivial",
      "message-end: summarized",
      "message-end: skipped-oversized",
    ]);
    expect(dataOf(entries, "context-prune-dedup-alias")).toHaveLength(1);
    const skips = dataOf(entries, "context-prune-frontier").flatMap(({ skips }) => skips as object[]);
    expect(skips).toMatchObject([{ reason: "oversized" }]);
    expect((await rpc.close()).code).toBe(0);
    expect(stage.loopback.violations).toEqual([]);
  });
});

it("spills a large result before any request carries it, and gives all of it back", async () => {
  await onStage({ scripts: { "main-1": [] }, settings }, async (stage) => {
    const rpc = startRpc(stage.sandbox);
    const whole = outputOf(900, "a large log");
    const query = { name: "context_tree_query", input: { toolCallIds: ["t1"] } };
    const last = await ask(stage, rpc, [lines(900, "a large log"), query]);
    const requests = stage.loopback.requestsOf("main-1");
    const previews = requests.map((request) =>
      [...stringsIn(request.body)].filter((text) => text.startsWith("[spilled · ref `t1`")),
    );
    expect(previews.map(({ length }) => length)).toEqual([0, 1, 1]);
    expect(requests.map((request) => holds(request, whole))).toEqual([false, false, true]);
    expect(holds(last, "## toolRef: t1")).toBe(true);
    const records = dataOf(await entriesOf(rpc), "context-prune-index").flatMap(
      ({ toolCalls }) => toolCalls as readonly { readonly spillPath: string }[],
    );
    expect(records.map(({ spillPath }) => lstatSync(spillPath).mode & 0o777)).toEqual([0o600]);
    await rpc.close();
    expect(stage.loopback.violations).toEqual([]);
  });
});

it("leaves what a protected tool or path is about as it is, arguments and results", async () => {
  await onStage({ scripts: { "main-1": [] }, settings }, async (stage) => {
    const { cwd } = stage.sandbox;
    const notes = outputOf(150, "my notes");
    mkdirSync(join(cwd, "keep"));
    for (const name of ["keep/notes.txt", "other.txt"]) writeFileSync(join(cwd, name), `${name}\n${notes}`);
    const rpc = startRpc(stage.sandbox);
    const written = outputOf(150, "a new file");
    const read = (path: string) => ({ name: "read", input: { path } });
    const write = (path: string) => ({ name: "write", input: { path, content: written } });
    await ask(stage, rpc, [read("keep/notes.txt"), write("new.txt"), read("other.txt")]);
    const last = await ask(stage, rpc, []);
    expect(holds(last, `keep/notes.txt\n${notes}`)).toBe(true);
    expect(holds(last, written)).toBe(true);
    expect(stubsIn(last)).toHaveLength(1);
    expect(holds(last, `other.txt\n${notes}`)).toBe(false);
    await rpc.close();
    expect(stage.loopback.violations).toEqual([]);
  });
});
