import { expect, it } from "vitest";
import { asksForRange, obedientReply, questionIn, readsLong } from "../support/asked-texts.ts";
import { dataOf, entriesOf, flushEnded } from "../support/flushes.ts";
import type { Reply } from "../support/loopback/script.ts";
import { type Rpc, startRpc } from "../support/rpc.ts";
import { onStage, type Stage } from "../support/stage.ts";

/** As many as have texts that are longer than one for all of them. */
const READS = 8;

const status = (code: number): Reply => ({ fault: { kind: "status", status: code } });
/** What the summarizer does when it is asked for the text of a chain, and what the chain's block then says. */
const cases: readonly { readonly model: string; readonly reply: Reply; readonly body: string }[] = [
  { model: "bad-request", reply: status(400), body: "summaries" },
  { model: "no-key", reply: status(401), body: "summaries" },
  { model: "limited", reply: status(429), body: "fused" },
  { model: "broken", reply: status(500), body: "fused" },
  { model: "overloaded", reply: status(529), body: "fused" },
  { model: "cut", reply: { text: "half of", fault: { kind: "cut" } }, body: "fused" },
  { model: "silent", reply: { fault: { kind: "stall-before" } }, body: "fused" },
  { model: "falling-silent", reply: { text: "half of", fault: { kind: "stall-mid" } }, body: "fused" },
  { model: "empty", reply: { fault: { kind: "empty" } }, body: "summaries" },
  { model: "refusing", reply: { text: "I'm sorry, but I can't help with that." }, body: "summaries" },
];

/** A run of several turns; resolves when the flush behind it is over. */
async function runOnce({ loopback }: Stage, rpc: Rpc): Promise<void> {
  const turns = [...Array.from({ length: READS }, readsLong), { text: "done" }];
  let next = 0;
  loopback.setScript("main-1", (request) => {
    if (questionIn(request) !== "") return obedientReply(request);
    return asksForRange(request)
      ? { text: "the session's model merged it" }
      : (turns[next++] ?? { text: "so" });
  });
  const from = rpc.records.length;
  await rpc.prompt("go on");
  await flushEnded(rpc, from);
}

it("compresses a chain whatever fault its merged text meets", async () => {
  const contextPrune = {
    pruneOn: "agent-message",
    chainCompression: { rollingWindow: 1 },
    summarizerIdleTimeoutMs: 1000,
  };
  const models = ["main-1", "good", ...cases.map(({ model }) => model)].map((id) => ({ id }));
  await onStage({ scripts: { good: obedientReply }, settings: { contextPrune }, models }, async (stage) => {
    const rpc = startRpc(stage.sandbox);
    await rpc.command("/pruner model loop/good");
    await runOnce(stage, rpc);
    for (const { model, reply } of cases) {
      await rpc.command(`/pruner model loop/${model}`);
      stage.loopback.setScript(model, (request) => (asksForRange(request) ? reply : obedientReply(request)));
      // Compresses the chain before it.
      await runOnce(stage, rpc);
    }
    const bodies = dataOf(await entriesOf(rpc), "context-prune-chain").map(({ bodySource }) => bodySource);
    expect(cases.map(({ model }, at) => [model, bodies[at]])).toEqual(
      cases.map(({ model, body }) => [model, body]),
    );
    expect(bodies).toHaveLength(cases.length);
    await rpc.close();
    expect(stage.loopback.violations).toEqual([]);
  });
});
