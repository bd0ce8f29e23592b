import { expect, it } from "vitest";
import { dataOf, entriesOf, flushBegan, flushEnded, flushesIn, noticesOf } from "../support/flushes.ts";
import { gate } from "../support/gate.ts";
import type { RecordedRequest, Reply, Script } from "../support/loopback/script.ts";
import { stringsIn, stubsIn } from "../support/requests.ts";
import { type Rpc, startRpc } from "../support/rpc.ts";
import { onStage, type Stage } from "../support/stage.ts";
import { labelsOf } from "../support/summary.ts";

// Every output differs from all others: a repeat would be an alias.
let outputs = 0;
const read = (): Reply => {
  const command = `for i in $(seq 1 250); do echo "line $i of a long output"; done; echo output ${++outputs} ends`;
  return { toolCalls: [{ name: "bash", input: { command } }] };
};

const isSummary = ({ body }: RecordedRequest): boolean =>
  [...stringsIn(body)].some((text) => text.startsWith("You condense finished tool calls"));

/** What a well-behaved summarizer says of every call it is asked about. */
const obedient = (request: RecordedRequest, text: string): Reply => {
  const prompt = [...stringsIn(request.body)].find((each) => each.includes("Now the text for ")) ?? "";
  return {
    text: labelsOf(prompt)
      .map((label) => `${label} ${text}`)
      .join("\n"),
  };
};

/** The session's model: it goes through its turns, and summarizes when it is asked to. */
function sessionModel(turns: readonly Reply[], whenAsked: (request: RecordedRequest) => Reply): Script {
  let next = 0;
  return (request) => (isSummary(request) ? whenAsked(request) : (turns[next++] ?? { text: "done" }));
}

const viaFallback = (request: RecordedRequest) => obedient(request, "said by the session's model");
const contextPrune = { pruneOn: "agent-message", chainCompression: { enabled: false } };

interface Case {
  readonly model: string;
  readonly reply: Reply;
  /** Whose words end up in the stub. */
  readonly by: "digest" | "session";
  readonly calls: number;
}

const status = (code: number): Reply => ({ fault: { kind: "status", status: code } });
const echo = Array.from({ length: 250 }, (_, at) => `line ${at + 1} of a long output`).join("\n");
const cases: readonly Case[] = [
  { model: "bad-request", reply: status(400), by: "digest", calls: 1 },
  { model: "no-key", reply: status(401), by: "digest", calls: 1 },
  { model: "limited", reply: status(429), by: "session", calls: 2 },
  { model: "broken", reply: status(500), by: "session", calls: 2 },
  { model: "overloaded", reply: status(529), by: "session", calls: 2 },
  { model: "cut", reply: { fault: { kind: "cut" } }, by: "session", calls: 2 },
  { model: "empty", reply: { fault: { kind: "empty" } }, by: "digest", calls: 1 },
  { model: "refusing", reply: { text: "I'm sorry, but I can't help with that." }, by: "digest", calls: 1 },
  { model: "echoing", reply: { text: `[[1:bash]] ${echo}` }, by: "digest", calls: 1 },
];
const stalls = ["stall-before", "stall-mid"] as const;

/** The models of a sandbox: the session's own, and one per fault. */
const modelsFor = (ids: readonly string[]) => ["main-1", ...ids].map((id) => ({ id }));

/** One prompt with one long output; resolves when its flush has begun, whatever the summarizer does. */
async function runOnce({ loopback }: Stage, rpc: Rpc): Promise<void> {
  loopback.setScript("main-1", sessionModel([read(), { text: "done" }], viaFallback));
  const from = rpc.records.length;
  await rpc.prompt("go on");
  await flushBegan(rpc, from);
}

/** The stubs of the next request. */
async function nextStubs({ loopback }: Stage, rpc: Rpc): Promise<readonly string[]> {
  loopback.setScript("main-1", sessionModel([], viaFallback));
  await rpc.prompt("and now?");
  return loopback.requestsOf("main-1").slice(-1).flatMap(stubsIn);
}

/** The last of them, when the flush of that request's run is over, too. */
async function lastStub(stage: Stage, rpc: Rpc): Promise<string | undefined> {
  const from = rpc.records.length;
  const stubs = await nextStubs(stage, rpc);
  await flushEnded(rpc, from);
  return stubs.at(-1);
}

/** Whose words a stub holds; the digest of an output of ours ends with its last line. */
function writerOf(stub = "no stub"): string {
  if (stub.includes("said by the session's model")) return "session";
  return stub.includes(`output ${outputs} ends`) ? "digest" : stub;
}

const summaryCalls = ({ loopback }: Stage): number => loopback.requests.filter(isSummary).length;

it("ends every fault of a summarizer with a stub, by the session's model or by digest, and holds no run up", async () => {
  const models = modelsFor(cases.map(({ model }) => model));
  await onStage({ scripts: {}, settings: { contextPrune }, models }, async (stage) => {
    const rpc = startRpc(stage.sandbox);
    const outcomes: unknown[] = [];
    for (const { model, reply } of cases) {
      await rpc.command(`/pruner model loop/${model}`);
      // The summarizer does not even answer before the run is over.
      const { opened, open } = gate();
      stage.loopback.setScript(model, [{ ...reply, gate: opened }]);
      const [from, before] = [rpc.records.length, summaryCalls(stage)];
      await runOnce(stage, rpc);
      open();
      await flushEnded(rpc, from);
      const calls = summaryCalls(stage) - before;
      outcomes.push({ model, by: writerOf(await lastStub(stage, rpc)), calls });
    }
    expect(outcomes).toEqual(cases.map(({ model, by, calls }) => ({ model, by, calls })));
    expect(flushesIn(await entriesOf(rpc))).toEqual(cases.map(() => "message-end: summarized"));
    await rpc.close();
    expect(stage.loopback.violations).toEqual([]);
  });
});

it("gives silent summarizers up, and asks nobody while every model is down", async () => {
  const settings = { contextPrune: { ...contextPrune, summarizerIdleTimeoutMs: 400 } };
  const models = modelsFor([...stalls, "down"]);
  await onStage({ scripts: {}, settings, models }, async (stage) => {
    const rpc = startRpc(stage.sandbox);
    for (const kind of stalls) {
      await rpc.command(`/pruner model loop/${kind}`);
      stage.loopback.setScript(kind, [{ fault: { kind } }]);
      const [from, before] = [rpc.records.length, summaryCalls(stage)];
      await runOnce(stage, rpc);
      await flushEnded(rpc, from);
      expect([kind, summaryCalls(stage) - before]).toEqual([kind, 2]);
      expect(writerOf(await lastStub(stage, rpc))).toBe("session");
      expect(noticesOf(rpc, from)).toContain(
        `pi-condense: summarizer loop/${kind} stalled (no output for 0.4s); summarizer call abandoned`,
      );
    }

    await rpc.command("/pruner model loop/down");
    stage.loopback.setScript("down", [status(529)]);
    const [from, before] = [rpc.records.length, summaryCalls(stage)];
    for (const expected of [2, 2]) {
      const begun = rpc.records.length;
      stage.loopback.setScript(
        "main-1",
        sessionModel([read(), { text: "done" }], () => status(529)),
      );
      await rpc.prompt("go on");
      await flushEnded(rpc, begun);
      expect(summaryCalls(stage) - before).toBe(expected);
    }
    expect(noticesOf(rpc, from).filter((text) => text.includes("summarization failed"))).toHaveLength(1);
    expect(writerOf(await lastStub(stage, rpc))).toBe("digest");
    expect(flushesIn(await entriesOf(rpc))).toEqual(Array(4).fill("message-end: summarized"));
    await rpc.close();
    expect(stage.loopback.violations).toEqual([]);
  });
});

it("runs one flush at a time, and one that outlives its session writes nothing into the next", async () => {
  const settings = { contextPrune: { ...contextPrune, summarizerModel: "loop/sum-1" } };
  await onStage({ scripts: {}, settings }, async (stage) => {
    const { loopback } = stage;
    const rpc = startRpc(stage.sandbox);
    const first = gate();
    loopback.setScript("sum-1", async (request) => {
      await first.opened;
      return obedient(request, "said by the summarizer");
    });
    const from = rpc.records.length;
    await runOnce(stage, rpc);
    await rpc.command("/pruner now");
    expect(noticesOf(rpc, from).at(-1)).toBe("pruner: nothing flushed — already-flushing or aborted");
    first.open();
    await flushEnded(rpc, from);
    expect(summaryCalls(stage)).toBe(1);
    expect(await lastStub(stage, rpc)).toContain("said by the summarizer");
    const entries = await entriesOf(rpc);
    expect(flushesIn(entries)).toEqual(["message-end: summarized"]);
    expect(dataOf(entries, "context-prune-stats").at(-1)).toMatchObject({ callCount: 1 });

    const late = gate();
    loopback.setScript("sum-1", async (request) => {
      await late.opened;
      return obedient(request, "said too late");
    });
    await runOnce(stage, rpc);
    await loopback.waitForRequest((request) => request.model === "sum-1" && request.outcome === "open");
    // Waits for the flush, within bounds.
    await rpc.call({ type: "new_session" });
    late.open();
    const isLate = ({ model, outcome, index }: RecordedRequest) =>
      model === "sum-1" && index > (loopback.requestsOf("sum-1")[0]?.index ?? 0) && outcome !== "open";
    await loopback.waitForRequest(isLate);
    loopback.setScript("sum-1", (request) => obedient(request, "said in the new session"));
    const begun = rpc.records.length;
    await runOnce(stage, rpc);
    await flushEnded(rpc, begun);
    const replaced = await entriesOf(rpc);
    expect(flushesIn(replaced)).toEqual(["message-end: summarized"]);
    expect(dataOf(replaced, "context-prune-index").flatMap(({ toolCalls }) => toolCalls)).toMatchObject([
      { ref: "t1", stub: expect.stringContaining("said in the new session") },
    ]);
    expect(JSON.stringify(replaced)).not.toContain("said too late");
    await rpc.close();
    expect(loopback.violations).toEqual([]);
  });
});

it("summarizes thirty batches although the summarizer takes one call at a time", async () => {
  const settings = {
    contextPrune: {
      ...contextPrune,
      pruneOn: "on-demand",
      summarizerModel: "loop/sum-1",
      autoBudgetThreshold: null,
      budgetTurnDelta: null,
    },
  };
  await onStage({ scripts: {}, settings }, async (stage) => {
    const { loopback } = stage;
    let isTaken = false;
    loopback.setScript("sum-1", async (request) => {
      if (isTaken) return status(429);
      isTaken = true;
      // A call takes a while, or none would ever meet another one.
      await new Promise((resolve) => setTimeout(resolve, 20));
      isTaken = false;
      return obedient(request, "said by the summarizer");
    });
    const rpc = startRpc(stage.sandbox);
    const turns = Array.from({ length: 30 }, read);
    loopback.setScript("main-1", sessionModel([...turns, { text: "done" }], viaFallback));
    await rpc.prompt("go on");
    await rpc.command("/pruner now");
    expect(await nextStubs(stage, rpc)).toHaveLength(30);
    const calls = loopback.requests.filter(isSummary);
    const answered = calls.filter(({ outcome }) => outcome === "answered");
    expect(answered.length).toBeLessThanOrEqual(30);
    expect(calls.length).toBeLessThanOrEqual(60);
    expect(flushesIn(await entriesOf(rpc))).toEqual(["manual: summarized"]);
    await rpc.close();
    expect(loopback.violations).toEqual([]);
  });
});
