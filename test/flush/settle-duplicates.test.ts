import { describe, expect, it } from "vitest";
import type { BranchMessage } from "../../src/model/branch.ts";
import type { PruneEntry } from "../../src/model/entries.ts";
import { branchOf } from "../support/branch.ts";
import { aliasRefs, failing, flushRun, frontierIn, recordsIn, refsIn } from "../support/flush.ts";
import { call, calls, type Line, longText, reply, result, user } from "../support/transcript.ts";

const text = longText(60, 1);

/** A turn that reads the same file and gets the same text. */
const turn = (id: string): Line[] => [calls(call(id, "read", { path: "a.ts" })), result(id, { text })];

describe("no alias dangles", () => {
  const branch = branchOf([user(), ...turn("a"), ...turn("b"), reply()]);

  it("when the original is passed over, so are its duplicates, and they are not tried again", async () => {
    const wordy = (batch: { calls: readonly unknown[] }) => ({
      ok: true as const,
      source: "model" as const,
      lines: batch.calls.map(() => "so many words ".repeat(500)),
      remarks: "",
      usage: { input: 1, output: 1, cost: 0, calls: 1 },
    });
    const first = await flushRun(branch, { summarize: wordy });
    expect([refsIn(first.entries), aliasRefs(first.entries)]).toEqual([[], []]);
    expect(first.report).toMatchObject({ outcome: "skipped-oversized", fates: { oversized: 2 } });
    const { skips, skippedBecause } = frontierIn(first.entries) ?? {};
    expect(skips?.map(({ toolCallId, because }) => [toolCallId, because])).toEqual([
      ["a", undefined],
      ["b", undefined],
    ]);
    expect(skippedBecause).toMatchObject({ setting: "summarizerModel" });
    const second = await flushRun(branch, { before: first.entries, summarize: wordy });
    expect([second.asked, second.written]).toEqual([[], []]);
  });

  it("when the original failed, its duplicates wait with it", async () => {
    const first = await flushRun(branch, { summarize: failing });
    expect([refsIn(first.entries), aliasRefs(first.entries), frontierIn(first.entries)]).toEqual([
      [],
      [],
      undefined,
    ]);
    const second = await flushRun(branch, { before: first.entries });
    expect(aliasRefs(second.entries)).toEqual(["t2 = t1"]);
  });

  it("when all of it is too little, all of it waits", async () => {
    const { written, report } = await flushRun(branch, { settings: { minBatchChars: 2 * text.length + 1 } });
    expect(report.fates).toMatchObject({ trivial: 2 });
    expect(written.map(({ type }) => type)).toEqual(["context-prune-flush-metrics"]);
    const enough = await flushRun(branch, { settings: { minBatchChars: 2 * text.length } });
    expect(aliasRefs(enough.entries)).toEqual(["t2 = t1"]);
  });

  const lines = [user(), ...turn("a"), reply(), user(), ...turn("b"), reply()];
  const record = { toolCallId: "a", toolName: "read", ref: "t1", resultTimestamp: 1002 };
  const hash = async () =>
    recordsIn((await flushRun(branchOf(lines.slice(0, 4)))).written)[0]?.contentHash ?? "";

  it.each<readonly [string, (contentHash: string) => readonly PruneEntry[]]>([
    [
      "that was backfilled",
      (contentHash) => [
        {
          type: "context-prune-index",
          data: { backfilled: true, toolCalls: [{ ...record, contentHash }] },
        },
      ],
    ],
    [
      "without a ref",
      (contentHash) => [
        {
          type: "context-prune-index",
          data: { toolCalls: [{ toolCallId: "a", toolName: "read", resultTimestamp: 1002, contentHash }] },
        },
      ],
    ],
    [
      "that has the hash but not the content",
      () => [{ type: "context-prune-index", data: { toolCalls: [{ ...record, contentHash: "wrong" }] } }],
    ],
  ])("a record %s serves no duplicate", async (_, before) => {
    const { asked } = await flushRun(branchOf(lines), { before: [...before(await hash())] });
    expect(asked.flatMap((batch) => batch.calls.map(({ toolCallId }) => toolCallId))).toEqual(["b"]);
  });

  it("a record whose result the branch does not hold serves no duplicate", async () => {
    const first = await flushRun(branchOf(lines.slice(0, 4)));
    const { asked } = await flushRun(branchOf(lines.slice(3)), { before: first.entries });
    expect(asked).toHaveLength(1);
  });

  it("an original whose result was redacted since serves no duplicate", async () => {
    const first = await flushRun(branchOf(lines.slice(0, 4)));
    const redacted = branchOf(lines).map((each) =>
      each.entryId === "e2"
        ? { ...each, message: { ...each.message, content: [{ type: "text" as const, text: "[redacted]" }] } }
        : each,
    ) as BranchMessage[];
    expect(aliasRefs((await flushRun(redacted, { before: first.entries })).entries)).toEqual([]);
  });

  it("an original that a compaction took out of the context still serves", async () => {
    const first = await flushRun(branchOf(lines.slice(0, 4)));
    const compacted = branchOf(lines).map((each, index) => ({ ...each, inContext: index > 3 }));
    const { entries } = await flushRun(compacted, { before: first.entries });
    expect(aliasRefs(entries)).toEqual(["t2 = t1"]);
  });
});
