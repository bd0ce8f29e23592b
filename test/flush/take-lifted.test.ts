import { describe, expect, it } from "vitest";
import type { PruneEntry } from "../../src/model/entries.ts";
import { textOf } from "../../src/model/message.ts";
import { pruneMessages } from "../../src/render/prune-messages.ts";
import { fold } from "../../src/state/reducers.ts";
import { branchOf } from "../support/branch.ts";
import { flushRun, recordsIn } from "../support/flush.ts";
import { calls, longText, reply, result, user } from "../support/transcript.ts";

const branch = branchOf([
  user(),
  calls("a"),
  result("a", { text: longText(60, 1) }),
  calls("b"),
  result("b", { text: longText(60, 2) }),
  reply(),
]);

const protection = (refs: string[]): PruneEntry => ({
  type: "context-prune-effect",
  data: { kind: "protection", refs },
});

const shown = (entries: readonly PruneEntry[]) =>
  pruneMessages(
    branch.map(({ message }) => message),
    { state: fold(entries), report: () => {} },
  ).flatMap((message) => (message.role === "toolResult" ? [textOf(message.content).slice(0, 16)] : []));

describe("a result that is no longer protected", () => {
  it("gets its old stub under its old ref, with no second record and no summary", async () => {
    const first = await flushRun(branch);
    const lifted = [...first.entries, protection(["t1"]), protection([])];
    expect(shown(lifted)).toEqual(["line 0 of the lo", "[pruned · ref `t"]);
    const { written, report, asked, entries } = await flushRun(branch, { before: lifted });
    expect(asked).toEqual([]);
    expect(written.map(({ type, data }) => [type, data])).toEqual([
      ["context-prune-effect", { kind: "pruned", refs: ["t1"] }],
      ["context-prune-flush-metrics", expect.objectContaining({ outcome: "summarized", capturedBatches: 1 })],
    ]);
    const record = recordsIn(first.entries)[0];
    expect(report).toMatchObject({
      calls: 1,
      rawChars: record?.chars,
      stubChars: record?.stub?.length,
      fates: { lifted: 1, summarized: 0 },
    });
    expect(shown(entries)).toEqual(shown(first.entries));
    expect((await flushRun(branch, { before: entries })).written).toEqual([]);
  });

  it("stays raw while it is protected or was restored by hand", async () => {
    const first = await flushRun(branch);
    const restored: PruneEntry = { type: "context-prune-effect", data: { kind: "restored", refs: ["t2"] } };
    const before = [...first.entries, protection(["t1"]), restored];
    expect((await flushRun(branch, { before })).written).toEqual([]);
    const stillProtected = { before: [...before, protection([])], isProtected: () => true };
    expect((await flushRun(branch, stillProtected)).written).toEqual([]);
  });

  it("waits like other work that is too little", async () => {
    const first = await flushRun(branch);
    const before = [...first.entries, protection(["t1"]), protection([])];
    const { report } = await flushRun(branch, { before, settings: { minBatchChars: 100_000 } });
    expect(report.fates).toMatchObject({ lifted: 0, trivial: 1 });
  });
});
