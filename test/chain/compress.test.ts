import { describe, expect, it } from "vitest";
import { planCompression } from "../../src/chain/compress.ts";
import type { PruneEntry } from "../../src/model/entries.ts";
import { fold } from "../../src/state/reducers.ts";
import { branchOf } from "../support/branch.ts";
import { assistant, call, calls, custom, longText, reply, result, user } from "../support/transcript.ts";
import {
  chainSettings,
  compress,
  compression,
  dataOf,
  index,
  prompt,
  prompts,
  stubbed,
  task,
} from "./build.ts";

const all = { all: true } as const;

const digest = ({ toolCallId }: { toolCallId: string }) => `digest of ${toolCallId}\nboth say this`;

describe("a compressed chain", () => {
  it("makes every call recoverable that had no record, and changes nothing shown by that", async () => {
    const entries = await compress(branchOf(task), [index([stubbed])], { ...all, firstRef: 8 });
    expect(entries.map(({ type }) => type)).toEqual([
      "context-prune-index",
      "context-prune-chain",
      "context-prune-stats",
    ]);
    const [backfill] = dataOf(entries, "context-prune-index");
    expect(backfill?.backfilled).toBe(true);
    expect(backfill?.toolCalls).toMatchObject([
      {
        toolCallId: "e",
        ref: "t8",
        entryId: "e3",
        assistantEntryId: "e1",
        turnIndex: -1,
        resultTimestamp: 1003,
      },
      { toolCallId: "b", ref: "t9", entryId: "e5", assistantEntryId: "e4", turnIndex: -1, isError: true },
    ]);
    for (const record of backfill?.toolCalls ?? []) expect(record).not.toHaveProperty("stub");
  });

  it("is recorded with all it takes to find, show and undo it", async () => {
    const entries = await compress(branchOf(task), [index([stubbed])], {
      ...all,
      firstRef: 8,
      firstBlock: 4,
      digest,
    });
    expect(dataOf(entries, "context-prune-chain")).toEqual([
      {
        blockId: "b4",
        startUserTimestamp: 1000,
        finalAssistantTimestamp: 1006,
        droppedToolCallIds: ["a", "e", "b"],
        droppedOccurrenceKeys: ["a@1002", "e@1003", "b@1005"],
        toolRefs: ["t7", "t8", "t9"],
        compressedAt: 9_000_000,
        rangeSummaryText: [
          "Deterministic chain compression: a finished task, told from the record. It asks for nothing.",
          "Calls: 3, 1 failed, 1 image",
          "Tools: bash x1, edit x1, read x1",
          "Span: 1970-01-01T00:00:01.000Z -> 1970-01-01T00:00:01.006Z (0s)",
          "- `t7` read src/a.ts",
          "  said: Let me look.",
          "  exports parse and print",
          "- `t8` edit src/a.ts",
          "  digest of e",
          "- `t9` bash npm test · exit 1 · 1 image",
          "  digest of b",
          "  both say this",
        ].join("\n"),
        bodySource: "deterministic",
        stripThinking: true,
        saidHash: expect.any(String),
      },
    ]);
    expect(dataOf(entries, "context-prune-stats")).toMatchObject([
      { chainsCompressed: 1, rangesSummarized: 0 },
    ]);
  });

  it("keeps the thinking of its reply where the settings say so", async () => {
    const settings = chainSettings({ stripFinalAssistantThinking: false });
    const entries = await compress(branchOf(task), [], { ...all, settings });
    expect(dataOf(entries, "context-prune-chain")[0]?.stripThinking).toBe(false);
  });

  it("is not compressed again", async () => {
    const entries = await compress(branchOf(task), [], all);
    expect(await compress(branchOf(task), entries, all)).toEqual([]);
  });

  it("starts from the records that are there when only those could be written", async () => {
    const whole = await compress(branchOf(task), [], { ...all, digest });
    const retried = await compress(branchOf(task), whole.slice(0, 1), { ...all, digest, firstRef: 50 });
    expect(retried).toEqual(whole.slice(1));
  });

  it("gives out its names before it waits for a model", () => {
    const plan = planCompression(
      compression(branchOf(task), [], { ...all, fuse: () => new Promise(() => {}) }),
    );
    expect(dataOf(plan.backfill, "context-prune-index")[0]?.toolCalls.map(({ ref }) => ref)).toEqual([
      "t1",
      "t2",
      "t3",
    ]);
  });

  it("never answers for another call with the same content", async () => {
    expect(fold(await compress(branchOf(task), [], all)).canonicals.size).toBe(0);
  });

  it("comes with others in one go, numbered in order", async () => {
    const entries = await compress(branchOf(prompts(5)), [], { firstRef: 3, firstBlock: 2 });
    expect(dataOf(entries, "context-prune-index")).toHaveLength(1);
    expect(
      dataOf(entries, "context-prune-chain").map(({ blockId, toolRefs }) => [blockId, toolRefs]),
    ).toEqual([
      ["b2", ["t3"]],
      ["b3", ["t4"]],
    ]);
  });

  it("names recorded calls that have no name, and relies on old bare records", async () => {
    const old: PruneEntry = index([{ toolCallId: "a", toolName: "read", resultText: longText(80) }]);
    const entries = await compress(branchOf(task), [old], all);
    const [backfill] = dataOf(entries, "context-prune-index");
    expect(backfill?.refs).toEqual([{ shortId: "t1", toolCallId: "a" }]);
    expect(backfill?.toolCalls.map(({ toolCallId, ref }) => [toolCallId, ref])).toEqual([
      ["e", "t2"],
      ["b", "t3"],
    ]);
    expect(fold([old, ...entries]).keyOfRef.get("t1" as never)).toBe("a");
  });

  it.each([
    ["with the same id", [longText(80, 2)], ["a@1002"]],
    ["that could be another one", [longText(80, 1), longText(80, 2)], ["a@1002", "a@1004"]],
  ])("relies on no old bare record of a call %s", async (_, texts, keys) => {
    const old: PruneEntry = index([{ toolCallId: "a", toolName: "bash", resultText: longText(80, 1) }]);
    const turns = texts.flatMap((text) => [
      assistant({ thinking: longText(60), signature: "s", calls: ["a"] }),
      result("a", { text }),
    ]);
    const branch = branchOf([user(), ...turns, reply()]);
    const entries = await compress(branch, [old], all);
    expect([...fold([old, ...entries]).keyOfRef.values()]).toEqual(keys);
    // What could be written of a compression that was broken off is not written again.
    const retried = await compress(branch, [old, ...entries.slice(0, 1)], all);
    expect(dataOf(retried, "context-prune-index")).toEqual([]);
  });

  it("tells that originals were read again, without a record for that", async () => {
    const query = call("q", "context_tree_query", { toolCallIds: ["t1", "t2"] });
    const lines = [user(), calls(query), result("q", { text: longText(60) }), reply(), ...prompts(4)];
    const entries = await compress(branchOf(lines));
    expect(dataOf(entries, "context-prune-index")[0]?.toolCalls.map(({ toolCallId }) => toolCallId)).toEqual([
      "c1",
    ]);
    const [chain] = dataOf(entries, "context-prune-chain");
    expect(chain?.toolRefs).toEqual([]);
    expect(chain?.rangeSummaryText).toContain("(originals read again)");
  });
});

describe("a chain stays raw", () => {
  it("where its block would be no shorter", async () => {
    expect(await compress(branchOf(prompt(1, 1)), [], all)).toEqual([]);
    const pruned = index([{ ...stubbed, toolCallId: "c1", stub: "[pruned]" }]);
    expect(await compress(branchOf(prompt(1)), [], all)).not.toEqual([]);
    expect(await compress(branchOf(prompt(1)), [pruned], all)).toEqual([]);
  });

  it("where little would be gained, unless a person asks for all", async () => {
    const lines = [...prompt(1, 20), ...prompts(3)];
    expect(dataOf(await compress(branchOf(lines)), "context-prune-chain")).toEqual([]);
    expect(dataOf(await compress(branchOf(lines), [], all), "context-prune-chain")).not.toEqual([]);
  });

  it("where a call of it has no result", async () => {
    const lines = [user(), calls("x", "y"), result("x", { text: longText(80) }), reply()];
    expect(await compress(branchOf(lines), [], all)).toEqual([]);
  });

  it("and is reported once where no call has any", async () => {
    const lines = [user(), calls("x"), custom(), reply()];
    const entries = await compress(branchOf(lines), [], all);
    expect(entries).toEqual([
      {
        type: "context-prune-diagnostic",
        data: {
          kind: "backfill-empty",
          key: "1000",
          detail: "the chain from 1000 has 1 calls and no result of any",
        },
      },
    ]);
    expect(await compress(branchOf(lines), entries, all)).toEqual([]);
  });
});
