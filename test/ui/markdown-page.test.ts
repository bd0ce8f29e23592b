import { initTheme } from "@mariozechner/pi-coding-agent";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { MarkdownPage } from "../../src/ui/markdown-page.ts";
import { anyText, anyWidth, expectToFit, keys, TestScreen } from "../support/screen.ts";

beforeAll(() => initTheme("dark"));

const open = (text: string, rows = 14) =>
  new TestScreen<void>((control) => new MarkdownPage({ title: "Turn 3", text }, control), {
    rows,
    isBoxed: true,
  });

describe("a Markdown text", () => {
  it("stands in a box, scrolls, and closes with the key that opened it", () => {
    const screen = open("# Title\n\n- `t1` one\n- `t2` two\n\n---\n**refs**: `t1`\n\nthe end");
    expect(screen.text(30)).toMatchInlineSnapshot(`
      "╭────────────────────────────╮
      │ Turn 3                6/10 │
      │                            │
      │ Title                      │
      │                            │
      │ - t1 one                   │
      │ - t2 two                   │
      │                            │
      │ ────────────────────────── │
      │                            │
      │ esc close · ↑↓ scroll      │
      ╰────────────────────────────╯"
    `);
    expect(screen.press(keys.pageDown, keys.pageDown).text(30)).toMatchInlineSnapshot(`
      "╭────────────────────────────╮
      │ Turn 3               10/10 │
      │                            │
      │                            │
      │ ────────────────────────── │
      │                            │
      │ refs: t1                   │
      │                            │
      │ the end                    │
      │                            │
      │ esc close · ↑↓ scroll      │
      ╰────────────────────────────╯"
    `);
    expect(screen.press(keys.ctrlO).closed).toEqual([undefined]);
  });

  it("is never wider than the screen", () => {
    const blocks = fc.array(
      fc.oneof(
        anyText,
        anyText.map((text) => `- ${text}`),
        anyText.map((text) => `# ${text}`),
        anyText.map((text) => `| a | ${text.replaceAll("\n", " ")} |\n|---|---|\n| 1 | 漢字 |`),
        anyText.map((text) => `\`\`\`\n${text}\n\`\`\``),
      ),
      { maxLength: 6 },
    );
    fc.assert(fc.property(blocks, anyWidth, (parts, width) => expectToFit(open(parts.join("\n\n")), width)));
  });
});
