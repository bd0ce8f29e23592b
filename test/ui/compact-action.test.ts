import { expect, it } from "vitest";
import type { FlushReport } from "../../src/flush/report.ts";
import { compactAction } from "../../src/ui/compact-action.ts";
import { Operator } from "../support/command-context.ts";
import { flushReport } from "../support/flush-report.ts";

it.each<readonly [string, Partial<FlushReport> | undefined, string]>([
  ["another flush runs", undefined, "pruner: nothing compacted — already-flushing or aborted"],
  ["there was nothing", { blocks: [] }, "pruner: no chains eligible for compaction"],
  ["it is done", { blocks: ["b1", "b2"] }, "pruner: compacted 2 chains (b1, b2)"],
])("says so when %s", async (_, changed, expected) => {
  const operator = new Operator(changed && { compacted: flushReport(changed) });
  expect(await operator.type("compact")).toBe(expected);
});

it("does nothing while pruning is off", async () => {
  const operator = new Operator({ global: { enabled: false }, compacted: flushReport({ blocks: ["b1"] }) });
  expect(await operator.type("compact")).toBe("pruner: pruning is off. /pruner on turns it on.");
});

it("says why it failed", async () => {
  const operator = new Operator();
  const compact = () => Promise.reject(new Error("the host refuses the entry"));
  const context = { ...operator.context, flush: { ...operator.context.flush, compact } };
  await compactAction.run("", context);
  expect(operator.said).toEqual(["pruner: compact failed: the host refuses the entry"]);
});
