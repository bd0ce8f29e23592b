import { expect, it } from "vitest";
import type { Reply } from "../support/loopback/script.ts";
import { onStage } from "../support/stage.ts";
import { startTerminal } from "../support/terminal.ts";
import { runInTerminal } from "../support/terminal-screens.ts";

const work: readonly Reply[] = [
  { toolCalls: [{ name: "bash", input: { command: "seq 1 900" } }] },
  { text: "first" },
  { text: "second" },
  { text: "third" },
];

it("tells of a flush in one line of the transcript, also after a reload, on the host that can draw it", async () => {
  await onStage({ scripts: { "main-1": work } }, async ({ sandbox }) => {
    const terminal = startTerminal(sandbox, { columns: 100, rows: 40 });
    await terminal.waitForScreen(/prune: ON/);
    for (const [text, reply] of [
      ["one", /first/],
      ["two", /second/],
    ] as const) {
      terminal.type(text);
      terminal.press("enter");
      await terminal.waitForScreen(reply);
    }
    const told = await terminal.waitForScreen(/pruned 1 tool call \(t1\) · 3\.5k -> \d+/);
    expect(told.match(/pruned 1 tool call/g)).toHaveLength(1);
    await runInTerminal(terminal, "/reload");
    const reloaded = await terminal.waitForScreen(/[Rr]eloaded/);
    if (sandbox.host.id === "b") expect(reloaded).toContain("pruned 1 tool call (t1)");
    await terminal.close();
  });
});

it("says nothing of it when that is not wanted", async () => {
  const settings = { contextPrune: { showFlushNotice: false } };
  await onStage({ scripts: { "main-1": work }, settings }, async ({ sandbox }) => {
    const terminal = startTerminal(sandbox, { columns: 100, rows: 40 });
    await terminal.waitForScreen(/prune: ON/);
    for (const [text, reply] of [
      ["one", /first/],
      ["two", /second/],
      ["three", /third/],
    ] as const) {
      terminal.type(text);
      terminal.press("enter");
      await terminal.waitForScreen(reply);
    }
    expect(await terminal.waitForScreen(/prune: ON · /)).not.toContain("pruned 1 tool call");
    await terminal.close();
  });
});
