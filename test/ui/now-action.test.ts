import { describe, expect, it } from "vitest";
import type { FlushReport } from "../../src/flush/report.ts";
import type { CapturedBatch } from "../../src/model/batch.ts";
import { occurrenceKey } from "../../src/model/occurrence.ts";
import { describeFlush } from "../../src/ui/now-action.ts";
import { PROGRESS_KEY, type Widgets } from "../../src/ui/progress/progress-widget.ts";
import { Operator } from "../support/command-context.ts";
import { flushReport, NO_FATES } from "../support/flush-report.ts";

const batch = (calls: number, chars: number): CapturedBatch => ({
  turnIndex: 0,
  timestamp: 1,
  assistantText: "",
  calls: Array.from({ length: calls }, (_, index) => ({
    key: occurrenceKey(`c${index}`, 1),
    toolCallId: `c${index}`,
    toolName: "bash",
    args: {},
    content: [{ type: "text", text: "x".repeat(chars) }],
    isError: false,
    resultTimestamp: 1,
    ordinal: 0,
    hasTwin: false,
  })),
});

const report = flushReport();
const fates = (some: Partial<FlushReport["fates"]>) => ({ ...NO_FATES, ...some });

const usage = { input: 1, output: 1, cost: 0, calls: 1 };

describe("/pruner now", () => {
  it("says what it did", async () => {
    const operator = new Operator({ pending: [batch(2, 500)], flush: async () => report });
    expect(await operator.type("now")).toBe(
      "pruner: pruned 5 tool calls from 2 batches (t3..t7) — summary 2.9k chars vs 31.0k raw chars",
    );
  });

  it("says what it would take, and takes nothing", async () => {
    let flushes = 0;
    const flush = async () => {
      flushes++;
      return report;
    };
    const operator = new Operator({ pending: [batch(2, 500), batch(1, 300)], flush });
    expect(await operator.type("now preview")).toBe(
      "pruner: a flush would take 3 tool calls in 2 batches, 1.3k raw chars",
    );
    expect(await new Operator({ flush }).type("now preview")).toBe(
      "pruner: nothing pending — no batches to summarize",
    );
    expect(await operator.type("now please")).toBe('pruner: now takes nothing or preview, not "please".');
    expect(flushes).toBe(0);
  });

  it("shows every batch while it runs, and takes that away at the end", async () => {
    const events: unknown[] = [];
    // A client in RPC mode: it gets lines, and nothing that draws.
    const widgets = {
      setWidget: (key: string, content: unknown) => events.push([key, content]),
    } as unknown as Widgets;
    const operator = new Operator({
      widgets,
      pending: [batch(2, 500), batch(1, 300)],
      flush: async ({ onProgress, onDone }) => {
        onProgress?.(0, 10);
        onProgress?.(0, 90);
        onDone?.(0, { ok: true, source: "model", lines: ["ab", "cd"], remarks: "", usage });
        onDone?.(1, { ok: false, reason: "failed", message: "no model", usage });
        return report;
      },
    });
    await operator.type("now");
    expect(events.every((event) => (event as [string])[0] === PROGRESS_KEY)).toBe(true);
    expect(events.map((event) => (event as [string, unknown])[1])).toMatchInlineSnapshot(`
      [
        [
          "pruner: 0/2 batches · 3 tool calls · 1.3k chars",
          "  Batch 1/2 · 2 tool calls · ○ pending",
          "  Batch 2/2 · 1 tool call · ○ pending",
        ],
        [
          "pruner: 0/2 batches · 3 tool calls · 1.3k chars",
          "  Batch 1/2 · 2 tool calls · ⠋ 10 summary chars / 1.0k raw chars",
          "  Batch 2/2 · 1 tool call · ○ pending",
        ],
        [
          "pruner: 1/2 batches · 3 tool calls · 1.3k chars",
          "  Batch 1/2 · 2 tool calls · ✓ 4 summary chars / 1.0k raw chars",
          "  Batch 2/2 · 1 tool call · ○ pending",
        ],
        [
          "pruner: 2/2 batches · 3 tool calls · 1.3k chars",
          "  Batch 1/2 · 2 tool calls · ✓ 4 summary chars / 1.0k raw chars",
          "  Batch 2/2 · 1 tool call · ⚠ skipped no model",
        ],
        undefined,
      ]
    `);
  });

  it("takes its rows away when the flush breaks, and says why", async () => {
    const events: unknown[] = [];
    const widgets = {
      setWidget: (_key: string, content: unknown) => events.push(content),
    } as unknown as Widgets;
    const operator = new Operator({
      widgets,
      pending: [batch(1, 500)],
      flush: async () => {
        throw new Error("the host refuses the entry");
      },
    });
    expect(await operator.type("now")).toBe("pruner: nothing flushed — failed (the host refuses the entry)");
    expect(events.at(-1)).toBeUndefined();
  });

  it.each<readonly [string, Partial<FlushReport> | undefined, string]>([
    ["another flush runs, or it was cancelled", undefined, "nothing flushed — already-flushing or aborted"],
    ["there was nothing", { outcome: "empty", calls: 0 }, "nothing pending — no batches to summarize"],
    [
      "the summarizer failed",
      { outcome: "failed", calls: 0, fates: fates({ failed: 2 }), failures: ["no API key"] },
      "nothing flushed — 2 calls still pending: summarizer-failed (no API key)",
    ],
    [
      "stubs would be longer",
      { outcome: "skipped-oversized", calls: 0, fates: fates({ oversized: 1 }) },
      "nothing flushed — 1 call without a shorter stub: left alone",
    ],
    [
      "it was too little",
      { outcome: "skipped-trivial", calls: 0, fates: fates({ trivial: 3 }) },
      "nothing flushed — 3 calls still pending: less than the minimum batch",
    ],
    [
      "all of it was known",
      { batches: 0, calls: 2, fates: fates({ deduped: 2 }) },
      "pruned 2 tool calls (t3..t7) — summary 2.9k chars vs 31.0k raw chars; 2 calls equal to earlier ones",
    ],
    [
      "prompts were folded with it",
      { blocks: ["b1", "b2"] },
      "pruned 5 tool calls from 2 batches (t3..t7) — summary 2.9k chars vs 31.0k raw chars; compressed 2 chains (b1, b2)",
    ],
    ["only prompts were folded", { calls: 0, blocks: ["b1"] }, "compressed 1 chain (b1)"],
    [
      "some of it failed",
      {
        calls: 1,
        batches: 1,
        refs: { first: "t3", last: "t3" },
        fates: fates({ summarized: 1, failed: 1 }),
        failures: ["timeout"],
      },
      "pruned 1 tool call from 1 batch (t3) — summary 2.9k chars vs 31.0k raw chars; 1 call still pending: summarizer-failed (timeout)",
    ],
  ])("has a word for it when %s", (_, changed, expected) => {
    expect(describeFlush(changed && { ...report, ...changed })).toBe(`pruner: ${expected}`);
  });
});
