import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { dataOf, entriesOf } from "../support/flushes.ts";
import { extensionPath } from "../support/hosts.ts";
import type { Reply } from "../support/loopback/script.ts";
import { runPrint } from "../support/print.ts";
import { type Rpc, type RpcRecord, startRpc } from "../support/rpc.ts";
import { onStage } from "../support/stage.ts";

const long: Reply = { toolCalls: [{ name: "bash", input: { command: "seq 1 900" } }] };
const onDemand = { contextPrune: { pruneOn: "on-demand" } };

const notices = (rpc: Rpc): readonly string[] =>
  rpc.records.flatMap(({ method, message }) => (method === "notify" ? [String(message)] : []));

/** Runs a command and returns what it said. */
async function ask(rpc: Rpc, text: string): Promise<readonly string[]> {
  const before = notices(rpc).length;
  await rpc.command(text);
  return notices(rpc).slice(before);
}

it("answers every command in RPC mode", async () => {
  await onStage({ scripts: { "main-1": [long, { text: "a" }] }, settings: onDemand }, async ({ sandbox }) => {
    const rpc = startRpc(sandbox);
    await rpc.prompt("one");
    expect((await ask(rpc, "/pruner status"))[0]).toMatch(
      /enabled: +on[\s\S]*--- context ---[\s\S]*frontier gap: +\d/,
    );
    expect(await ask(rpc, "/pruner now preview")).toEqual([
      "pruner: a flush would take 1 tool call in 1 batch, 3.5k raw chars",
    ]);
    expect((await ask(rpc, "/pruner now"))[0]).toMatch(/pruned 1 tool call from 1 batch \(t1\)/);
    expect((await ask(rpc, "/pruner stats"))[0]).toMatch(/no summarizer calls yet[\s\S]*pruned: +1 result/);
    expect((await ask(rpc, "/pruner tree"))[0]).toMatch(/▾ Turn 0[\s\S]*t1 bash\(seq 1 900\)/);
    expect((await ask(rpc, "/pruner context"))[0]).toMatch(/stubs +█[\s\S]*bash\(seq 1 900\) +stub t1/);
    expect((await ask(rpc, "/pruner show t1"))[0]).toMatch(/t1 · bash\(seq 1 900\)[\s\S]*\n899\n900\n/);
    expect(await ask(rpc, "/pruner restore t1")).toEqual([
      "pruner: `t1` shows in full from the next request on.",
    ]);
    expect(await ask(rpc, "/pruner prune all")).toEqual([
      "pruner: `t1` shows shortened from the next request on.",
    ]);
    expect(await ask(rpc, "/pruner compact")).toHaveLength(1);
    expect((await ask(rpc, "/pruner help"))[0]).toContain("/pruner min-batch-chars [n]");
    expect(await ask(rpc, "/pruner min-batch-chars 12abc")).toEqual([
      'pruner: Minimum batch takes a whole number of characters, 0 or more, not "12abc".',
    ]);
    expect(await ask(rpc, "/pruner model loop/none")).toEqual([
      expect.stringContaining('no model "loop/none" is known'),
    ]);
    expect(await ask(rpc, "/pruner model loop/sum-1:low")).toEqual(["pruner: model is loop/sum-1:low."]);
    expect(await rpc.close()).toMatchObject({ code: 0, stderr: "" });
  });
});

it("asks a client with its dialogs, and saves for a project", async () => {
  const asked: RpcRecord[] = [];
  const answer = (record: RpcRecord) => {
    asked.push(record);
    if (record.method === "editor") return { value: `${record.prefill} docs/**` };
    return { value: (record.options as string[]).find((option) => option.startsWith("agent-message")) };
  };
  await onStage({ scripts: { "main-1": [] } }, async ({ sandbox }) => {
    const rpc = startRpc(sandbox, { answer, args: sandbox.host.id === "b" ? ["--approve"] : [] });
    expect(await ask(rpc, "/pruner batching")).toEqual(["pruner: batching is agent-message."]);
    expect(await ask(rpc, "/pruner protected-paths")).toEqual([
      "pruner: protected-paths is **/skills/**/*.md, docs/**.",
    ]);
    expect(asked.map(({ method, title }) => [method, title])).toEqual([
      ["select", "Batching"],
      ["editor", "Protected paths: a list of glob patterns, or none"],
    ]);
    expect(await ask(rpc, "/pruner keep-recent 7 --project")).toEqual([
      "pruner: keep-recent is 7 in this project.",
    ]);
    expect(await ask(rpc, "/pruner keep-recent 9")).toEqual([
      "pruner: keep-recent is saved, but this project's own settings say 7, and they go first.",
    ]);
    const project = JSON.parse(readFileSync(join(sandbox.cwd, ".pi", "settings.json"), "utf8"));
    expect(project).toEqual({ contextPrune: { keepRecent: 7 } });
    await rpc.close();
  });
});

it("tells a client how far a flush is, as lines", async () => {
  const settings = { contextPrune: { pruneOn: "on-demand", summarizerModel: "loop/sum-1" } };
  const scripts = { "main-1": [long, { text: "a" }], "sum-1": [{ text: "[[1:bash]] numbers were counted" }] };
  await onStage({ scripts, settings }, async ({ sandbox }) => {
    const rpc = startRpc(sandbox);
    await rpc.prompt("one");
    await rpc.command("/pruner now");
    const widgets = rpc.records.filter(
      ({ method, widgetKey }) => method === "setWidget" && widgetKey === "context-prune-progress",
    );
    expect(widgets[0]?.widgetLines).toEqual([
      "pruner: 0/1 batch · 1 tool call · 3.5k chars",
      "  Batch 1/1 · 1 tool call · ○ pending",
    ]);
    expect(JSON.stringify(widgets[1]?.widgetLines)).toContain(" 0 summary chars");
    expect(JSON.stringify(widgets.at(-2)?.widgetLines)).toContain("✓");
    expect(widgets.at(-1)?.widgetLines).toBeUndefined();
    await rpc.close();
  });
});

it("tells other extensions what its summaries cost", async () => {
  const settings = { contextPrune: { pruneOn: "on-demand", summarizerModel: "loop/sum-1" } };
  const scripts = { "main-1": [long, { text: "a" }], "sum-1": [{ text: "[[1:bash]] numbers were counted" }] };
  await onStage({ scripts, settings }, async ({ sandbox }) => {
    const listener = join(sandbox.directory, "listener.ts");
    writeFileSync(
      listener,
      `export default function (pi) {
        pi.on("session_start", (_event, ctx) => pi.events.on("cost:external", (data) => ctx.ui.notify(JSON.stringify(data))));
      }`,
    );
    const rpc = startRpc(sandbox, { extensions: [extensionPath, listener] });
    await rpc.prompt("one");
    await rpc.command("/pruner now");
    const events = notices(rpc).filter((text) => text.includes('"source":"pi-condense"'));
    expect(events).toHaveLength(1);
    const { totalCost, inputTokens, outputTokens } = JSON.parse(events[0] ?? "{}");
    expect(totalCost).toBeGreaterThan(0);
    expect(inputTokens).toBeGreaterThan(0);
    expect(outputTokens).toBeGreaterThan(0);
    // Host B counts calls beside the conversation in the session's totals; host A has none but the conversation's.
    const usage = (await entriesOf(rpc)).filter((entry) => (entry.type as string) === "usage");
    const counted = { input: inputTokens, output: outputTokens, cost: { total: totalCost } };
    const entry = { kind: "context-prune", provider: "loop", model: "sum-1", usage: counted };
    expect(usage).toMatchObject(sandbox.host.id === "b" ? [entry] : []);
    await rpc.close();
  });
});

it.each(["text", "json"] as const)(
  "answers on stderr in %s mode, where stdout is for others",
  async (mode) => {
    await onStage({ scripts: { "main-1": [long, { text: "a" }] } }, async ({ loopback, sandbox }) => {
      const prompts = [
        "one",
        "/pruner status",
        "/pruner",
        "/pruner settings",
        "/pruner prune-on",
        "/pruner tree",
        "/pruner nothing",
      ];
      const run = await runPrint(sandbox, { prompts, mode });
      expect(run.code).toBe(0);
      expect(run.stderr).toMatch(
        /status: +[\s\S]*\/pruner help[\s\S]*keep-recent: +3[\s\S]*prune-on: auto \(the default\)/,
      );
      expect(run.stderr).toContain('there is no subcommand "nothing"');
      expect(run.stdout).not.toContain("pruner");
      if (mode === "json") for (const each of run.stdout.trim().split("\n")) JSON.parse(each);
      expect(loopback.requests).toHaveLength(2);
    });
  },
);

it("records with each flush what the context held then", async () => {
  await onStage({ scripts: { "main-1": [long, { text: "a" }] }, settings: onDemand }, async ({ sandbox }) => {
    const rpc = startRpc(sandbox);
    await rpc.prompt("one");
    await rpc.command("/pruner now");
    const [flush] = dataOf(await entriesOf(rpc), "context-prune-flush-metrics");
    expect(flush).toMatchObject({
      trigger: "manual",
      outcome: "summarized",
      metrics: {
        openCycleThinkingTokens: 0,
        largestChainSharePct: 100,
        frontierGapTokens: expect.any(Number),
      },
    });
    await rpc.close();
  });
});
