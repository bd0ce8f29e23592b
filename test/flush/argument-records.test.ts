import { describe, expect, it } from "vitest";
import { readBatches } from "../../src/capture/read-batches.ts";
import { commitEntries } from "../../src/flush/commit.ts";
import { lateArgumentEntries } from "../../src/flush/late-arguments.ts";
import { reportOf } from "../../src/flush/report.ts";
import { type FlushContext, runStages } from "../../src/flush/stage.ts";
import { stages } from "../../src/flush/stages.ts";
import type { BranchMessage } from "../../src/model/branch.ts";
import type { PruneEntry, ToolCallRecord } from "../../src/model/entries.ts";
import { nameHash } from "../../src/model/hash.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { fold } from "../../src/state/reducers.ts";
import { digestSummary } from "../../src/summary/digest-summary.ts";
import { branchOf } from "../support/branch.ts";
import { assistant, call, calls, longText, reply, result, user } from "../support/transcript.ts";

const body = longText(40);
const write = (id: string) => call(id, "write", { path: `${id}.ts`, content: body });

async function flushed(
  branch: readonly BranchMessage[],
  changed: Partial<FlushContext> = {},
): Promise<PruneEntry[]> {
  const settings = changed.settings ?? defaultSettings;
  const context: FlushContext = {
    settings,
    state: fold([]),
    branch,
    isProtected: () => false,
    summarize: (batches) => batches.map((batch) => ({ ok: true, ...digestSummary(batch, () => "a line") })),
    firstRef: 1,
    nonce: "k3f9x2",
    ...changed,
  };
  const jobs = await runStages(stages, readBatches(branch, 0), context);
  const report = reportOf(jobs, "manual");
  return commitEntries({ jobs, report, settings, state: context.state, now: 9 });
}

const recordsIn = (entries: readonly PruneEntry[]): ToolCallRecord[] =>
  entries.flatMap(({ type, data }) => (type === "context-prune-index" ? data.toolCalls : []));

const shown = (records: readonly ToolCallRecord[]) =>
  records.map(({ ref, stub, arguments: effects }) => [
    ref,
    stub !== undefined,
    effects?.map(({ path }) => path.join(".")),
  ]);

const late = (branch: readonly BranchMessage[], entries: readonly PruneEntry[], keep = 0, firstRef = 50) =>
  lateArgumentEntries({
    branch,
    keep,
    settings: defaultSettings,
    state: fold(entries),
    isProtected: () => false,
    firstRef,
    nonce: "k3f9x2",
  });

describe("a flush", () => {
  it("records a call with long arguments though its small result stays raw", async () => {
    const branch = branchOf([user(), calls(write("a")), result("a", { text: "ok" }), reply()]);
    const entries = await flushed(branch);
    expect(shown(recordsIn(entries))).toEqual([["t1", false, ["content"]]]);
    const metrics = entries.find(({ type }) => type === "context-prune-flush-metrics");
    expect(metrics?.data).toMatchObject({ outcome: "summarized" });
    const text = recordsIn(entries)[0]?.arguments?.[0]?.text ?? "";
    expect(metrics?.data).toMatchObject({ removedChars: body.length - text.length });
  });

  it("records result and arguments of a call together, and gives refs only to what changes", async () => {
    const branch = branchOf([
      user(),
      calls(write("a"), call("b"), write("c")),
      result("a", { text: longText(80, 1) }),
      result("b", { text: "ok" }),
      result("c", { text: "ok" }),
      reply(),
    ]);
    expect(shown(recordsIn(await flushed(branch)))).toEqual([
      ["t1", true, ["content"]],
      ["t2", false, ["content"]],
    ]);
  });

  it("takes arguments into account where it asks whether there is enough to do", async () => {
    const branch = branchOf([user(), calls(write("a")), result("a", { text: "ok" }), reply()]);
    const settings = { ...defaultSettings, condenseArguments: false };
    expect(recordsIn(await flushed(branch, { settings }))).toEqual([]);
    expect(recordsIn(await flushed(branch))).toHaveLength(1);
  });

  it("leaves protected, unread and just failed calls as they are", async () => {
    const lines = [user(), calls(write("a")), result("a", { text: "ok" })];
    expect(recordsIn(await flushed(branchOf(lines)))).toEqual([]);
    const read = branchOf([...lines, reply()]);
    expect(recordsIn(await flushed(read, { isProtected: (name) => name === "write" }))).toEqual([]);
    const failed = branchOf([user(), calls(write("a")), result("a", { text: "no", error: true }), reply()]);
    expect(recordsIn(await flushed(failed))).toEqual([]);
  });
});

describe("arguments that become due after their call was recorded", () => {
  const failed = [
    user(),
    calls(write("a")),
    result("a", { text: longText(80, 1), error: true }),
    calls(call("b")),
    result("b", { text: longText(80, 2) }),
  ];

  it("are recorded by the ref of the call, once", async () => {
    const early = branchOf(failed);
    const entries = await flushed(early);
    expect(shown(recordsIn(entries))).toEqual([["t1", true, undefined]]);
    expect(late(early, entries)).toEqual([]);
    const later = branchOf([...failed, reply()]);
    const more = late(later, entries);
    expect(more).toEqual([
      {
        type: "context-prune-effect",
        data: {
          kind: "arguments",
          calls: [
            {
              ref: "t1",
              arguments: [
                {
                  path: ["content"],
                  text: `<purged-errored-args size="${body.length}" ref="t1" nonce="k3f9x2"/>`,
                  chars: body.length,
                  hash: nameHash(body),
                },
              ],
            },
          ],
        },
      },
    ]);
    expect(late(later, [...entries, ...more])).toEqual([]);
  });

  it("get a record of their own where the call was passed over", async () => {
    const small = [user(), calls(write("a")), result("a", { text: "no", error: true }), reply(), user()];
    const settings = { ...defaultSettings, minBatchChars: 0 };
    const branch = branchOf([...small, calls("b"), result("b", { text: "ok" }), reply()]);
    const entries = await flushed(branchOf(small), { settings });
    expect(recordsIn(entries)).toEqual([]);
    const more = late(branch, entries);
    expect(shown(recordsIn(more))).toEqual([["t50", false, ["content"]]]);
    expect(late(branch, [...entries, ...more])).toEqual([]);
  });

  it("are left to the next flush where the call still is work", () => {
    expect(late(branchOf([...failed, reply()]), [])).toEqual([]);
  });

  it("stay where they were taken back, kept, or part of a compressed chain", async () => {
    const later = branchOf([...failed, reply()]);
    const entries = await flushed(branchOf(failed));
    const restored: PruneEntry = { type: "context-prune-effect", data: { kind: "restored", refs: ["t1"] } };
    expect(late(later, [...entries, restored])).toEqual([]);
    expect(late(later, entries, 2)).toEqual([]);
    const chain: PruneEntry = {
      type: "context-prune-chain",
      data: {
        blockId: "b1",
        startUserTimestamp: 1000,
        finalAssistantTimestamp: 1005,
        droppedToolCallIds: ["a", "b"],
        droppedOccurrenceKeys: ["a@1002", "b@1004"],
        toolRefs: ["t1"],
        compressedAt: 9,
      },
    };
    expect(late(later, [...entries, chain])).toEqual([]);
  });

  it("wait for the next prompt where the provider signed the call", async () => {
    const signed = { ...write("a"), thoughtSignature: "s" };
    const run = [user(), assistant({ calls: [signed] }), result("a", { text: longText(80, 1) }), reply()];
    const entries = await flushed(branchOf(run));
    expect(shown(recordsIn(entries))).toEqual([["t1", true, undefined]]);
    expect(late(branchOf(run), entries)).toEqual([]);
    expect(late(branchOf([...run, user()]), entries)).toMatchObject([{ data: { calls: [{ ref: "t1" }] } }]);
  });
});
