import { expect, it } from "vitest";
import { flushesIn } from "../support/flushes.ts";
import { hostUnderTest } from "../support/hosts.ts";
import { bash, long, output, query } from "../support/long-outputs.ts";
import type { RecordedRequest, Reply } from "../support/loopback/script.ts";
import { runPrint } from "../support/print.ts";
import { recordedCalls } from "../support/recorded-calls.ts";
import { textIn } from "../support/request-text.ts";
import { refOfStub, stubsIn } from "../support/requests.ts";
import { startRpc } from "../support/rpc.ts";
import { readSessionFile, type SessionFile } from "../support/session-file.ts";
import { onStage } from "../support/stage.ts";
import { call, calls, reply, result, transcript, user } from "../support/transcript.ts";
import { messageEntry, writeSession } from "../support/written-session.ts";

/** Both hosts ask for the summary of a compaction with a system prompt of its own. */
const isCompaction = (request: RecordedRequest): boolean =>
  textIn(request).includes("ONLY output the structured summary");
const RECOVERABLE = /outputs pruned before this summary stay recoverable: context_tree_query, refs (.*)\]/;
const NAMED_REFS = /(?:toolCallIds: \["|<compressed-chain id="b\d+" tools=")(t[t\d,]+)"/g;
const COMPACTION_SUMMARY: Reply = { text: "what was done until now" };

/** Answers compactions by themselves, whichever request they come between, and everything else from a list. */
function withCompactions(replies: readonly Reply[]): (request: RecordedRequest) => Reply {
  const rest = [...replies];
  return (request) =>
    isCompaction(request) ? COMPACTION_SUMMARY : (rest.shift() ?? { text: "out of lines" });
}

const compactionsOf = ({ entries }: Pick<SessionFile, "entries">) =>
  entries.filter(({ type }) => type === "compaction");

const keepNext = { enabled: true, keepRecentTokens: 100 };

it("shows a compaction stubs instead of raw results, and the model what it can still get back", async () => {
  const script = withCompactions([
    long("alpha"),
    { text: "a" },
    { text: "b" },
    long("beta"),
    { text: "c" },
    { text: "d" },
    { text: "e" },
    query(["t1"]),
    { text: "f" },
  ]);
  const settings = { contextPrune: { pruneOn: "on-demand" } };
  await onStage(
    { scripts: { "main-1": script }, settings, compaction: keepNext },
    async ({ loopback, sandbox }) => {
      const rpc = startRpc(sandbox);
      for (const prompt of ["one", "two"]) await rpc.prompt(prompt);
      await rpc.command("/pruner now");
      for (const prompt of ["three", "four", "five"]) await rpc.prompt(prompt);
      await rpc.call({ type: "compact" });
      const asked = loopback.requests.filter(isCompaction);
      const seen = asked.map(textIn).join("\n");
      expect(seen).toContain("[pruned · ref `t1`");
      expect(seen).toContain('[full output: context_tree_query({ toolCallIds: ["t1"] })]');
      expect(seen).not.toContain("alpha 150 of a long output");
      // What no flush has taken is not in the context any more.
      const from = rpc.records.length;
      await rpc.command("/pruner now");
      const notice = await rpc.waitFor(({ method }) => method === "notify", from);
      expect(notice.message).toContain("nothing pending");
      await rpc.prompt("six");
      const last = textIn(loopback.requests.at(-1));
      expect(RECOVERABLE.exec(last)?.[1]).toBe("t1");
      expect(last).toContain(output("alpha"));
      const { sessionFile } = await rpc.call({ type: "get_state" });
      expect((await rpc.close()).code).toBe(0);
      const session = readSessionFile(String(sessionFile));
      expect([compactionsOf(session).length, recordedCalls(session).length]).toEqual([1, 1]);
      expect(loopback.violations).toEqual([]);
    },
  );
});

it("shows stubs to compactions for want of room and after a refusal as well, and flushes nothing twice", async () => {
  const tooLong = {
    kind: "status",
    status: 400,
    type: "invalid_request_error",
    message: "prompt is too long: 250000 tokens > 200000 maximum",
  } as const;
  const script = withCompactions([
    long("alpha"),
    { text: "a" },
    { text: "b" },
    { text: "c", usage: { input: 190_000 } },
    long("beta"),
    { text: "d" },
    { text: "e" },
    { fault: tooLong },
    { text: "f" },
    query(["t1..t2"], "150"),
    { text: "g" },
  ]);
  await onStage({ scripts: { "main-1": script }, compaction: keepNext }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox);
    for (const prompt of ["one", "two", "three"]) await rpc.prompt(prompt);
    const threshold = loopback.requests.filter(isCompaction);
    expect(threshold.length).toBeGreaterThan(0);
    expect(threshold.flatMap((request) => textIn(request).match(/\[pruned · ref `t\d+`/g) ?? [])).toEqual([
      "[pruned · ref `t1`",
    ]);
    for (const prompt of ["four", "five", "six"]) await rpc.prompt(prompt);
    const overflow = loopback.requests.filter(isCompaction).slice(threshold.length);
    expect(overflow.length).toBeGreaterThan(0);
    const seen = [...threshold, ...overflow].map(textIn).join("\n");
    expect(seen).toContain('[full output: context_tree_query({ toolCallIds: ["t2"] })]');
    expect(seen).not.toMatch(/(alpha|beta) 150 of a long output/);
    await rpc.prompt("seven");
    const last = textIn(loopback.requests.at(-1));
    expect(RECOVERABLE.exec(last)?.[1]).toBe("t1..t2");
    for (const word of ["alpha", "beta"]) expect(last).toContain(`${word} 150 of a long output`);
    const { sessionFile } = await rpc.call({ type: "get_state" });
    expect((await rpc.close()).code).toBe(0);
    const session = readSessionFile(String(sessionFile));
    const recorded = recordedCalls(session).map(({ toolCallId }) => toolCallId);
    expect([compactionsOf(session).length, new Set(recorded).size, recorded.length]).toEqual([2, 2, 2]);
    expect(loopback.violations).toEqual([]);
  });
});

it("compacts 300 pruned results of 30 kB within the window, and every one of them still resolves", async () => {
  const TURNS = 30;
  const EACH = 10;
  const bodyOf = (number: number) =>
    Array.from({ length: 600 }, (_, at) => `result ${number} line ${at + 1}: ${"x".repeat(30)}`).join("\n");
  const turns = Array.from({ length: TURNS }, (_, turn) => {
    const ids = Array.from({ length: EACH }, (__, at) => turn * EACH + at + 1);
    return [
      user(`turn ${turn}`),
      calls(...ids.map((id) => call(`call-${id}`, "bash", { command: `make ${id}` }))),
      ...ids.map((id) => result(`call-${id}`, { text: bodyOf(id) })),
      reply(`done ${turn}`),
    ];
  }).flat();
  const tenths = Array.from({ length: 10 }, (_, at) => `t${at * 30 + 1}..t${at * 30 + 30}`);
  const recoveries = tenths.map((refs) => ({
    name: "context_tree_query",
    input: { toolCallIds: [refs], lines: "600" },
  }));
  const script = withCompactions([{ toolCalls: recoveries }, { text: "a" }]);
  await onStage({ scripts: { "main-1": script }, compaction: keepNext }, async ({ loopback, sandbox }) => {
    const messages = transcript(turns, { start: Date.UTC(2026, 0, 1) });
    const session = writeSession(sandbox, messages.map(messageEntry));
    const rpc = startRpc(sandbox, { session });
    await rpc.command("/pruner now");
    await rpc.waitFor(({ method, message }) => method === "notify" && String(message).includes("pruned 300"));
    await rpc.call({ type: "compact" });
    const asked = loopback.requests.filter(isCompaction);
    for (const { promptTokens } of asked) expect(promptTokens).toBeLessThan(200_000);
    const seen = asked.map(textIn).join("\n");
    const refs = [...seen.matchAll(NAMED_REFS)].flatMap(([, named = ""]) => named.split(","));
    expect(new Set(refs).size).toBe(300);
    await rpc.prompt("next");
    const last = textIn(loopback.requests.at(-1));
    expect(RECOVERABLE.exec(last)?.[1]).toBe("t1..t300");
    const resolved = new Set([...last.matchAll(/result (\d+) line 600:/g)].map(([, number]) => number));
    expect(resolved.size).toBe(300);
    expect(recordedCalls(readSessionFile(session)).length).toBe(300);
    expect((await rpc.close()).code).toBe(0);
    expect(loopback.violations).toEqual([]);
  });
});

/** About 45 kB in the raw, which is less than what is spilled by default. */
const big = (word: string, lines = 1900) =>
  `for i in $(seq 1 ${lines}); do echo "${word} $i of a big output"; done`;
const smallWindow = { contextWindow: 40_000, compaction: keepNext };

it("is not compacted in the middle of a run for the raw size of results that are spilled", async () => {
  const bigCalls = ["red", "green", "blue"].map((word) => ({ name: "bash", input: { command: big(word) } }));
  const replies: readonly Reply[] = [{ toolCalls: bigCalls }, bash("echo small"), { text: "done" }];
  const options = { ...smallWindow, settings: { contextPrune: { spillThreshold: 20_000 } } };
  const play = (extensions?: readonly string[]) =>
    onStage(
      { ...options, scripts: { "main-1": withCompactions(replies) } },
      async ({ loopback, sandbox }) => {
        const run = await runPrint(sandbox, { prompts: ["one"], ...(extensions && { extensions }) });
        return { run, compactions: loopback.requests.filter(isCompaction).length, loopback };
      },
    );
  const pruned = await play();
  expect([pruned.run.code, pruned.run.stdout, pruned.compactions]).toEqual([0, "done\n", 0]);
  expect(compactionsOf(pruned.run)).toEqual([]);
  expect(pruned.loopback.violations).toEqual([]);
  // Host B counts raw text in the middle of a run; without the pruner that is what would be sent.
  if (hostUnderTest().id === "b") expect((await play([])).compactions).toBeGreaterThan(0);
});

it("is not compacted for the raw size of pruned results when retries have failed", async () => {
  const overloaded: Reply = { fault: { kind: "status", status: 529 } };
  const replies = ["red", "green", "blue"].flatMap((word) => [bash(big(word)), { text: word }]);
  const script = withCompactions([...replies, overloaded, overloaded, overloaded, { text: "on it goes" }]);
  await onStage({ ...smallWindow, scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox);
    for (const prompt of ["one", "two", "three", "four", "five"]) await rpc.prompt(prompt);
    expect(loopback.requests.filter(isCompaction)).toEqual([]);
    expect(loopback.requests.flatMap(({ outcome }) => (outcome === "status" ? [outcome] : [])).length).toBe(
      3,
    );
    const [last] = loopback.requests.slice(-1);
    expect([last?.outcome, last && stubsIn(last).map(refOfStub)]).toEqual(["answered", ["t1", "t2", "t3"]]);
    // Host B counts everything raw once it has edited a failed answer out: it asks, and is told not to.
    const isRefused = rpc.records.some(({ type, aborted }) => type === "compaction_end" && aborted === true);
    expect(isRefused).toBe(hostUnderTest().id === "b");
    expect((await rpc.close()).code).toBe(0);
    expect(loopback.violations).toEqual([]);
  });
});

it("is not compacted while a flush makes the next request fit", async () => {
  const words = Array.from({ length: 7 }, (_, at) => `word${at}`);
  // The last output takes the prompt from well below what the host accepts to well above it.
  const script = withCompactions([...words.map(long), bash(big("last", 900)), { text: "done" }]);
  const contextPrune = { autoBudgetThreshold: null, budgetTurnDelta: null };
  await onStage(
    { ...smallWindow, settings: { contextPrune }, scripts: { "main-1": script } },
    async ({ loopback, sandbox }) => {
      const run = await runPrint(sandbox, { prompts: ["one"] });
      expect([run.code, run.stdout, run.stderr]).toEqual([0, "done\n", ""]);
      expect(compactionsOf(run)).toEqual([]);
      expect(new Set(flushesIn(run.entries))).toEqual(new Set(["budget: summarized"]));
      expect(loopback.violations).toEqual([]);
    },
  );
});

it("lets the host compact where the person wants more of the window kept free than usual", async () => {
  const script = withCompactions([
    long("alpha"),
    { text: "a" },
    { text: "b" },
    { text: "c", usage: { input: 120_000, cacheRead: 0, cacheWrite: 0 } },
    { text: "d" },
  ]);
  const compaction = { ...keepNext, reserveTokens: 90_000 };
  await onStage({ scripts: { "main-1": script }, compaction }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox);
    for (const prompt of ["one", "two", "three", "four"]) await rpc.prompt(prompt);
    const { sessionFile } = await rpc.call({ type: "get_state" });
    expect((await rpc.close()).code).toBe(0);
    expect(compactionsOf(readSessionFile(String(sessionFile))).length).toBe(1);
    expect(loopback.violations).toEqual([]);
  });
});
