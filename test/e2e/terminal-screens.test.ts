import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Reply } from "../support/loopback/script.ts";
import { onStage, type Stage } from "../support/stage.ts";
import { startTerminal, type Terminal } from "../support/terminal.ts";
import { closeScreen, runInTerminal } from "../support/terminal-screens.ts";

const bash = (command: string) => ({ name: "bash", input: { command } });
const work: readonly Reply[] = [
  {
    text: "look",
    toolCalls: [bash("seq 1 400"), bash("for i in $(seq 1 60); do echo 漢字 line $i of a text; done")],
  },
  { text: "did it" },
];
const settings = { contextPrune: { pruneOn: "on-demand" } };
const ourScreens = /pruner settings +saved|pruned tool calls|what the model sees|Batch \d/;

const sizes = [
  { columns: 40, rows: 30 },
  { columns: 80, rows: 30 },
  { columns: 200, rows: 40 },
];

async function onTerminal(
  size: { readonly columns: number; readonly rows: number },
  script: readonly Reply[],
  act: (terminal: Terminal, stage: Stage) => Promise<void>,
): Promise<void> {
  await onStage({ scripts: { "main-1": script }, settings }, async (stage) => {
    const terminal = startTerminal(stage.sandbox, size);
    try {
      await terminal.waitForScreen(/prune: ON/);
      await act(terminal, stage);
      expect(stage.loopback.violations).toEqual([]);
    } finally {
      await terminal.close();
    }
  });
}

async function prompt(terminal: Terminal, text: string, reply: RegExp): Promise<void> {
  terminal.type(text);
  terminal.press("enter");
  await terminal.waitForScreen(reply);
}

const settingsOf = ({ sandbox }: Stage) =>
  JSON.parse(readFileSync(join(sandbox.agentDir, "settings.json"), "utf8")).contextPrune;

describe.each(sizes)("at $columns columns", (size) => {
  it("opens, moves in, changes and closes the settings", async () => {
    await onTerminal(size, [], async (terminal, stage) => {
      await runInTerminal(terminal, "/pruner settings");
      await terminal.waitForScreen(/→ Enabled[\s\S]*enter change/);
      terminal.press("down");
      await terminal.waitForScreen(/→ Prune on/);
      terminal.press("enter");
      await terminal.waitForScreen(/→ on-demand ✓[\s\S]*enter choose/);
      terminal.press("up");
      await terminal.waitForScreen(/→ agent-message/);
      terminal.press("enter");
      await terminal.waitForScreen(/prune-on is agent-message\.[\s\S]*enter change/);
      expect(settingsOf(stage).pruneOn).toBe("agent-message");
      terminal.type("keep");
      await terminal.waitForScreen(/→ Recent results kept/);
      terminal.press("delete");
      await terminal.waitForScreen(/keep-recent is 3/);
      const after = await closeScreen(terminal, /enter change/);
      expect(after).not.toMatch(ourScreens);
    });
  });

  it("browses the tree, reads an original, shows a summary and takes a call back", async () => {
    await onTerminal(size, work, async (terminal) => {
      await prompt(terminal, "do it", /did it[\s\S]*1 pending/);
      await runInTerminal(terminal, "/pruner now");
      await terminal.waitForScreen(/pruned 2 tool calls[\s\S]*prune: ON · /);
      await runInTerminal(terminal, "/pruner tree");
      await terminal.waitForScreen(/→ ▸ Turn 0[\s\S]*enter fold/);
      terminal.press("right");
      await terminal.waitForScreen(/▾ Turn 0[\s\S]*t2/);
      terminal.press("down");
      await terminal.waitForScreen(/→ +t1 bash/);
      terminal.press("enter");
      await terminal.waitForScreen(/esc close · type to search/);
      terminal.type("397");
      await terminal.waitForScreen(/match 1\/1/);
      await closeScreen(terminal, /╰─+╯/);
      terminal.press("down");
      await terminal.waitForScreen(/→ +t2 bash/);
      terminal.press("ctrl+o");
      await terminal.waitForScreen(/context_tree_query[\s\S]*↑↓ scroll/);
      await closeScreen(terminal, /╰─+╯/);
      terminal.press("ctrl+r");
      await terminal.waitForScreen(/shows in full from the/);
      const after = await closeScreen(terminal, /enter original/);
      expect(after).not.toMatch(ourScreens);
    });
  });

  it("shows what the model sees, and a message as it was sent", async () => {
    await onTerminal(size, work, async (terminal) => {
      await prompt(terminal, "do it", /did it[\s\S]*1 pending/);
      await runInTerminal(terminal, "/pruner context");
      await terminal.waitForScreen(/what the model sees[\s\S]*→ reply: did it[\s\S]*enter read/);
      terminal.type("seq 1 400");
      await terminal.waitForScreen(/→ bash\(seq 1 4/);
      terminal.press("enter");
      await terminal.waitForScreen(/esc close · type to search/);
      await closeScreen(terminal, /╰─+╯/);
      const after = await closeScreen(terminal, /enter read/);
      expect(after).not.toMatch(ourScreens);
    });
  });
});

it("leaves nothing behind after a new session, a reload, and at the end", async () => {
  await onTerminal(
    { columns: 100, rows: 36 },
    [...work, { text: "again" }],
    async (terminal, { sandbox }) => {
      await prompt(terminal, "do it", /did it[\s\S]*1 pending/);
      await runInTerminal(terminal, "/pruner now");
      await terminal.waitForScreen(/pruned 2 tool calls[\s\S]*prune: ON · /);
      await runInTerminal(terminal, "/new");
      const fresh = await terminal.waitForScreen(
        (text) => /│ prune: ON$/m.test(text) && !/did it/.test(text),
      );
      expect(fresh).not.toMatch(ourScreens);
      expect(fresh.match(/prune:/g)).toHaveLength(1);
      await runInTerminal(terminal, "/reload");
      const reloaded = await terminal.waitForScreen(/[Rr]eloaded[\s\S]*prune: ON/);
      expect(reloaded).not.toMatch(ourScreens);
      expect(reloaded.match(/prune:/g)).toHaveLength(1);
      await prompt(terminal, "more", /again/);
      expect(existsSync(join(sandbox.agentDir, "pi-condense-seen"))).toBe(true);
      terminal.press("ctrl+d");
      expect(await terminal.exited).toBe(0);
    },
  );
});

it("says once ever what it is", async () => {
  await onStage({ scripts: { "main-1": [] } }, async ({ sandbox }) => {
    const first = startTerminal(sandbox);
    await first.waitForScreen(/Nothing is lost[\s\S]*\/pruner settings[\s\S]*prune: ON/);
    await first.close();
    const second = startTerminal(sandbox);
    const text = await second.waitForScreen(/prune: ON/);
    expect(text).not.toContain("Nothing is lost");
    await second.close();
  });
});
