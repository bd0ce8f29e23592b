import { describe, expect, it } from "vitest";
import { planCompression } from "../../src/chain/compress.ts";
import type { PruneEntry, ToolCallRecord } from "../../src/model/entries.ts";
import { fold } from "../../src/state/reducers.ts";
import { branchOf } from "../support/branch.ts";
import {
  assistant,
  call,
  calls,
  custom,
  type Line,
  longText,
  reply,
  result,
  user,
} from "../support/transcript.ts";
import { compress, compression, dataOf, index, prompt, prompts } from "./build.ts";

const all = { all: true } as const;

/** One chain: a read with a stub, a small edit without a record, a failing run, all in two turns. */
const task: Line[] = [
  user("fix it"),
  assistant({
    text: "Let me look.",
    calls: [call("a", "read", { path: "src/a.ts" }), call("e", "edit", { path: "src/a.ts" })],
  }),
  result("a", { text: longText(80) }),
  result("e", { text: "Replaced 1 block." }),
  calls(call("b", "bash", { command: "npm test" })),
  result("b", { text: `${longText(9, 3)}\nCommand exited with code 1`, error: true, images: 1 }),
  reply("fixed"),
];

const stubbed: ToolCallRecord = {
  toolCallId: "a",
  toolName: "read",
  resultTimestamp: 1002,
  ref: "t7",
  entryId: "e2",
  chars: 2709,
  stub: '[pruned · ref `t7` · read]\nexports parse and print\n[full output: context_tree_query({ toolCallIds: ["t7"] })]',
};

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

describe("protected calls of a chain", () => {
  const isProtected = (name: string) => name === "read";

  it("are recorded as kept, and recoverable like the others", async () => {
    const entries = await compress(branchOf(task), [], { ...all, isProtected });
    const [chain] = dataOf(entries, "context-prune-chain");
    expect(chain).toMatchObject({
      protectedToolCallIds: ["a"],
      protectedOccurrenceKeys: ["a@1002"],
      toolRefs: ["t1", "t2", "t3"],
    });
    expect(chain?.rangeSummaryText).toContain("- `t1` read src/a.ts · kept below");
  });

  it("leave the chain raw and unmentioned when there are no others", async () => {
    expect(await compress(branchOf(task), [], { ...all, isProtected: () => true })).toEqual([]);
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
