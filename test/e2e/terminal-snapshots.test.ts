import { describe, expect, it } from "vitest";
import type { Reply } from "../support/loopback/script.ts";
import { onStage } from "../support/stage.ts";
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

const aTime = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g;

const sizes = [
  { columns: 40, rows: 30 },
  { columns: 80, rows: 30 },
  { columns: 200, rows: 40 },
];
const themes = ["dark", "light"] as const;

/** A screen of ours: how it is reached, and what shows that it is there whole. */
interface Shown {
  readonly name: string;
  readonly command: string;
  readonly keys?: (terminal: Terminal) => Promise<void> | void;
  readonly whole: RegExp;
}

const shown: readonly Shown[] = [
  { name: "settings", command: "/pruner settings", whole: /→ Enabled[\s\S]*enter change/ },
  {
    name: "settings-search",
    command: "/pruner settings",
    keys: async (terminal) => {
      await terminal.waitForScreen(/→ Enabled[\s\S]*enter change/);
      terminal.type("spill");
    },
    whole: /→ Spill[\s\S]*enter change/,
  },
  {
    name: "tree",
    command: "/pruner tree",
    keys: async (terminal) => {
      await terminal.waitForScreen(/→ ▸ Turn 0[\s\S]*enter fold/);
      terminal.press("right");
    },
    whole: /▾ Turn 0[\s\S]*t2[\s\S]*enter fold/,
  },
  {
    name: "original",
    command: "/pruner show t1",
    whole: /esc close · type to search/,
  },
  {
    name: "context",
    command: "/pruner context",
    whole: /what the model sees[\s\S]*→ reply: did it[\s\S]*enter read/,
  },
];

/** The lines of the screen that is open, from its first border to its last. */
function region(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => /^[╭─]/.test(line));
  const last = lines.findLastIndex((line) => /^[╰─]/.test(line));
  return lines.slice(first, last + 1);
}

/** The colours of what is selected. */
function selected(terminal: Terminal): readonly number[] {
  const row = terminal.screen().findIndex((line) => line.includes("→"));
  return terminal.colours(row, terminal.screen()[row]?.indexOf("→") ?? 0);
}

describe.each(sizes)("the screens at $columns columns", (size) => {
  it("stay what they are, in the colours of a dark and of a light theme", async () => {
    const colours = new Map<string, readonly number[]>();
    for (const theme of themes) {
      const settings = { theme, contextPrune: { pruneOn: "on-demand" } };
      await onStage({ scripts: { "main-1": work }, settings }, async ({ sandbox }) => {
        const terminal = startTerminal(sandbox, size);
        try {
          await terminal.waitForScreen(/prune: ON/);
          terminal.type("do it");
          terminal.press("enter");
          await terminal.waitForScreen(/did it[\s\S]*1 pending/);
          await runInTerminal(terminal, "/pruner now");
          await terminal.waitForScreen(/pruned 2 tool calls[\s\S]*prune: ON · /);
          for (const { name, command, keys, whole } of shown) {
            await runInTerminal(terminal, command);
            await keys?.(terminal);
            const screen = await terminal.waitForScreen(whole);
            const text = `${region(screen.split("\n")).join("\n")}\n`.replace(aTime, "2026-01-01 00:00:00");
            const file = `screens/${sandbox.host.id}/${name}-${size.columns}.txt`;
            await expect(text).toMatchFileSnapshot(file);
            if (name === "settings") colours.set(theme, selected(terminal));
            await closeScreen(terminal, whole);
          }
        } finally {
          await terminal.close();
        }
      });
    }
    const [dark, light] = themes.map((theme) => colours.get(theme)?.[0]);
    expect(dark).not.toBe(-1);
    expect(dark).not.toBe(light);
  });
});
