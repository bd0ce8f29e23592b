import { visibleWidth } from "@mariozechner/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printLine } from "../../../src/ui/line.ts";
import type { ProgressRow } from "../../../src/ui/progress/progress.ts";
import { progressLines } from "../../../src/ui/progress/progress-lines.ts";
import { anyText, anyWidth, plainPaint } from "../../support/screen.ts";

const shown = (rows: readonly ProgressRow[], { frame = 0, height = 20, width = 80 } = {}) =>
  progressLines(rows, { frame, height, hasKeys: true })
    .map((each) => printLine(each, width, plainPaint))
    .join("\n");

const row = (state: ProgressRow["state"], calls = 2, rawChars = 12_000): ProgressRow => ({
  calls,
  rawChars,
  state,
});

describe("the progress of a flush", () => {
  it("has a row for each batch", () => {
    const rows = [
      row({ kind: "done", chars: 640 }),
      row({ kind: "running", chars: 120 }, 1, 900),
      row({ kind: "failed", message: "no answer\nfrom loop/sum-1" }),
      row({ kind: "pending" }),
    ];
    expect(shown(rows)).toMatchInlineSnapshot(`
      "pruner: 2/4 batches · 7 tool calls · 36.9k chars · esc cancels
        Batch 1/4 · 2 tool calls · ✓ 640 summary chars / 12.0k raw chars
        Batch 2/4 · 1 tool call · ⠋ 120 summary chars / 900 raw chars
        Batch 3/4 · 2 tool calls · ⚠ skipped no answer from loop/sum-1
        Batch 4/4 · 2 tool calls · ○ pending"
    `);
    expect(shown(rows, { width: 40 })).toMatchInlineSnapshot(`
      "pruner: 2/4 batches · 7 tool calls · 36…
        Batch 1/4 · 2 tool calls · ✓ 640 summ…
        Batch 2/4 · 1 tool call · ⠋ 120 summa…
        Batch 3/4 · 2 tool calls · ⚠ skipped …
        Batch 4/4 · 2 tool calls · ○ pending"
    `);
    expect(shown(rows, { frame: 3 }).split("\n")[2]).toContain("⠸ 120 summary chars");
  });

  it("shows those under way where not all fit", () => {
    const rows = Array.from({ length: 30 }, (_, index) =>
      row(index < 12 ? { kind: "done", chars: 10 } : { kind: "pending" }, 1, 100),
    );
    expect(shown(rows, { height: 5 })).toMatchInlineSnapshot(`
      "pruner: 12/30 batches · 30 tool calls · 3.0k chars · esc cancels
        Batch 13/30 · 1 tool call · ○ pending
        Batch 14/30 · 1 tool call · ○ pending
        Batch 15/30 · 1 tool call · ○ pending
      … 27 more"
    `);
    expect(
      shown(
        rows.map((each) => ({ ...each, state: { kind: "done" as const, chars: 1 } })),
        { height: 4 },
      ),
    ).toMatchInlineSnapshot(`
      "pruner: 30/30 batches · 30 tool calls · 3.0k chars · esc cancels
        Batch 29/30 · 1 tool call · ✓ 1 summary chars / 100 raw chars
        Batch 30/30 · 1 tool call · ✓ 1 summary chars / 100 raw chars
      … 28 more"
    `);
  });

  it("is never higher or wider than it may be", () => {
    const state: fc.Arbitrary<ProgressRow["state"]> = fc.oneof(
      fc.constant({ kind: "pending" as const }),
      fc.record({ kind: fc.constant("running" as const), chars: fc.nat() }),
      fc.record({ kind: fc.constant("done" as const), chars: fc.nat() }),
      fc.record({ kind: fc.constant("failed" as const), message: anyText }),
    );
    const rows = fc.array(fc.record({ calls: fc.nat(), rawChars: fc.nat(), state }), { maxLength: 30 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 2, max: 12 }), anyWidth, (all, height, width) => {
        const lines = progressLines(all, { frame: 1, height, hasKeys: true });
        expect(lines.length).toBeLessThanOrEqual(height);
        for (const each of lines)
          expect(visibleWidth(printLine(each, width, plainPaint))).toBeLessThanOrEqual(width);
      }),
    );
  });
});
