import { visibleWidth } from "@mariozechner/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flushEntryRenderer } from "../../src/ui/flush-entry.ts";
import { anyWidth, plainPaint } from "../support/screen.ts";

const render = (customType: string, data: unknown, { expanded = false, isShown = true, width = 70 } = {}) =>
  flushEntryRenderer(() => isShown)({ customType, data }, { expanded }, plainPaint)
    ?.render(width)
    .join("\n");

const index = {
  toolCalls: [
    { toolCallId: "b", toolName: "read", ref: "t10", chars: 30_000, stub: "x".repeat(2000) },
    {
      toolCallId: "a",
      toolName: "bash",
      ref: "t9",
      chars: 1000,
      stub: "x".repeat(900),
      arguments: [{ path: [], text: "y", chars: 500 }],
    },
    { toolCallId: "c", toolName: "edit", ref: "t11", chars: 40 },
  ],
};

describe("a flush in the transcript", () => {
  it("is one line, and unfolded one more for each call", () => {
    expect(render("context-prune-index", index)).toBe(
      " pruned 3 tool calls (t9..t11) · 31.5k -> 2.9k (-91%) chars",
    );
    expect(render("context-prune-index", index, { expanded: true })).toMatchInlineSnapshot(`
      " pruned 3 tool calls (t9..t11) · 31.5k -> 2.9k (-91%) chars
         t10 read · 30.0k -> 2.0k (-93%)
         t9 bash · 1.5k -> 901 (-40%)
         t11 edit · 40"
    `);
  });

  it("tells of folded prompts", () => {
    const chain = { blockId: "b2", toolRefs: ["t1", "t2"] };
    expect(render("context-prune-chain", chain)).toBe(" compressed chain b2 · 2 tool calls");
    expect(render("context-prune-chain", chain, { expanded: true })).toBe(
      " compressed chain b2 · 2 tool calls\n   t1, t2",
    );
  });

  it.each<readonly [string, string, unknown]>([
    ["it is not wanted", "context-prune-index", index],
    ["it only backs a folded prompt", "context-prune-index", { ...index, backfilled: true }],
    ["it names no call", "context-prune-index", { toolCalls: [] }],
    ["it is malformed", "context-prune-index", { toolCalls: "x" }],
    ["its calls are malformed", "context-prune-index", { toolCalls: [null, 7, { toolName: 1 }] }],
    ["it is nothing", "context-prune-index", undefined],
    ["its chain is malformed", "context-prune-chain", { blockId: 7 }],
  ])("is not there when %s", (why, type, data) => {
    expect(render(type, data, { isShown: why !== "it is not wanted" })).toBeUndefined();
  });

  it("shows what the reference wrote", () => {
    expect(
      render("context-prune-index", {
        toolCalls: [{ toolCallId: "a", toolName: "bash", resultText: "x".repeat(90) }],
      }),
    ).toBe(" pruned 1 tool call · 90 chars");
  });

  it("is never wider than the screen", () => {
    const call = fc.record({
      toolCallId: fc.string(),
      toolName: fc.string({ unit: "grapheme" }),
      ref: fc.option(fc.constantFrom("t1", "t22"), { nil: undefined }),
      chars: fc.option(fc.nat(), { nil: undefined }),
      stub: fc.option(fc.string(), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(call), anyWidth, (toolCalls, width) => {
        const text = render("context-prune-index", { toolCalls }, { expanded: true, width }) ?? "";
        for (const each of text.split("\n")) expect(visibleWidth(each)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
