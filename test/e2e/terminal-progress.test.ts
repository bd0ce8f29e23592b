import { describe, expect, it } from "vitest";
import type { Reply } from "../support/loopback/script.ts";
import { onStage } from "../support/stage.ts";
import { startTerminal } from "../support/terminal.ts";
import { runInTerminal } from "../support/terminal-screens.ts";

const bash = (command: string) => ({ name: "bash", input: { command } });
const work: readonly Reply[] = [
  { text: "one", toolCalls: [bash("seq 1 400")] },
  { text: "two", toolCalls: [bash("seq 1000 1500")] },
  { text: "did it" },
];
const settings = { contextPrune: { pruneOn: "on-demand", summarizerModel: "loop/sum-1" } };

/** Something that is held until it is let go. */
function held() {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { gate, letGo: () => letGo() };
}

describe.each([40, 80, 200])("a flush by hand at %i columns", (columns) => {
  it("shows its batches while it runs, is cancelled with Escape, and leaves nothing", async () => {
    const hold = held();
    const summary: Reply = { text: "[[1:bash]] numbers were counted", gate: hold.gate };
    const scripts = { "main-1": work, "sum-1": [summary, summary, { text: "x" }, { text: "x" }] };
    await onStage({ scripts, settings }, async ({ loopback, sandbox }) => {
      const terminal = startTerminal(sandbox, { columns, rows: 30 });
      await terminal.waitForScreen(/prune: ON/);
      terminal.type("do it");
      terminal.press("enter");
      await terminal.waitForScreen(/did it[\s\S]*2 pending/);
      await runInTerminal(terminal, "/pruner now");
      await loopback.waitForRequest(({ model }) => model === "sum-1");
      const running = await terminal.waitForScreen(
        /0\/2 batches[\s\S]*Batch 1\/2 · 1 tool call · [⠋-⠿][\s\S]*Batch 2\/2[\s\S]*summarizing…/,
      );
      expect(Math.max(...running.split("\n").map((each) => each.length))).toBeLessThanOrEqual(columns);
      terminal.press("escape");
      const cancelled = await terminal.waitForScreen(/nothing flushed[\s\S]*2 pending/);
      expect(cancelled).not.toMatch(/Batch \d/);
      hold.letGo();
      await terminal.close();
      expect(loopback.violations).toEqual([]);
    });
  });
});

it("ticks batches off as their summaries come, and says what it did", async () => {
  const [first, second] = [held(), held()];
  const answer = (gate: Promise<void>): Reply => ({ text: "[[1:bash]] numbers were counted", gate });
  const scripts = { "main-1": work, "sum-1": [answer(first.gate), answer(second.gate)] };
  const one = { contextPrune: { ...settings.contextPrune, summarizerConcurrency: 1 } };
  await onStage({ scripts, settings: one }, async ({ loopback, sandbox }) => {
    const terminal = startTerminal(sandbox, { columns: 100, rows: 30 });
    await terminal.waitForScreen(/prune: ON/);
    terminal.type("do it");
    terminal.press("enter");
    await terminal.waitForScreen(/did it[\s\S]*2 pending/);
    await runInTerminal(terminal, "/pruner now");
    await terminal.waitForScreen(
      /Batch 1\/2 · 1 tool call · [⠋-⠿] 0 summary chars[\s\S]*Batch 2\/2 · 1 tool call · ○ pending/,
    );
    first.letGo();
    await terminal.waitForScreen(
      /1\/2 batches[\s\S]*Batch 1\/2 · 1 tool call · ✓ \d+ summary chars[\s\S]*Batch 2\/2 · 1 tool call · [⠋-⠿]/,
    );
    second.letGo();
    const done = await terminal.waitForScreen(
      /pruned 2 tool calls from 2 batches \(t1\.\.t2\)[\s\S]*prune: ON · /,
    );
    expect(done).not.toMatch(/Batch \d/);
    await terminal.close();
    expect(loopback.violations).toEqual([]);
  });
});
