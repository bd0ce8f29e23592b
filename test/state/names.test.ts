import { describe, expect, it } from "vitest";
import type { EntryData, EntryType, PruneEntry } from "../../src/model/entries.ts";
import { namesInFile, noteNames } from "../../src/state/names.ts";

const entry = <K extends EntryType>(type: K, data: EntryData<K>) => ({ type, data }) as PruneEntry;
const record = (ref: string) => ({ toolCallId: "a", toolName: "bash", ref });
const chain = (blockId: string, toolRefs: string[]) =>
  entry("context-prune-chain", {
    blockId,
    startUserTimestamp: 1,
    finalAssistantTimestamp: null,
    droppedToolCallIds: [],
    toolRefs,
    compressedAt: 1,
  });

describe("names in a session file", () => {
  it("begin with one", () => {
    expect(namesInFile([])).toEqual({
      nextRef: 1,
      nextBlock: 1,
      diagnosed: new Set(),
      texts: new Map(),
      ranges: new Map(),
    });
  });

  it("come with the texts that were paid for, the latest of each call", () => {
    const text = {
      toolCallId: "a",
      hash: "h",
      source: "model",
      line: "it ran",
      remarks: "",
      basis: "",
    } as const;
    const at = (resultTimestamp: number, line: string = text.line) => ({ ...text, resultTimestamp, line });
    const { texts, ranges } = namesInFile([
      entry("context-prune-texts", { calls: [at(1), at(2)] }),
      entry("context-prune-texts", { calls: [at(2, "it failed")], ranges: [{ hash: "r", text: "both" }] }),
    ]);
    expect([...texts]).toEqual([
      ["a@1", at(1)],
      ["a@2", at(2, "it failed")],
    ]);
    expect([...ranges]).toEqual([["r", { hash: "r", text: "both" }]]);
  });

  it.each<[string, PruneEntry, number]>([
    ["a record", entry("context-prune-index", { toolCalls: [record("t7"), record("t3")] }), 8],
    [
      "the list beside records",
      entry("context-prune-index", { toolCalls: [], refs: ["t4", { shortId: "t5", toolCallId: "a" }] }),
      6,
    ],
    [
      "a summary",
      entry("context-prune-summary", {
        text: "",
        toolNames: [],
        toolCallRefs: [{ shortId: "t9", toolCallId: "a" }],
      }),
      10,
    ],
    [
      "an alias",
      entry("context-prune-dedup-alias", {
        newToolCallId: "a",
        originalToolCallId: "b",
        record: record("t2"),
      }),
      3,
    ],
    ["a chain", chain("b1", ["t6"]), 7],
  ])("are one past the highest ref of %s", (_name, given, next) => {
    expect(namesInFile([given]).nextRef).toBe(next);
  });

  it("are one past the highest block", () => {
    expect(namesInFile([chain("b4", []), chain("b2", [])]).nextBlock).toBe(5);
  });

  it("go on with every entry that is written", () => {
    const names = namesInFile([]);
    noteNames(names, entry("context-prune-index", { toolCalls: [record("t1")] }));
    noteNames(names, entry("context-prune-diagnostic", { kind: "orphan-sweep", detail: "a", key: "k" }));
    expect(names).toMatchObject({ nextRef: 2, nextBlock: 1, diagnosed: new Set(["orphan-sweep\0k"]) });
  });

  it.each<[string, string, number, number]>([
    ["inside backticks", "the plan was read, see `t7`", 8, 1],
    ["in a block", '<compressed-chain id="b3" tools="t4,t12">', 13, 4],
    ["in a call", 'context_tree_query({ toolCallIds: ["t1", "b2"] })', 2, 3],
    ["in ranges", "refs t1..t4, t20..t31", 32, 1],
    ["as nothing that could be a name", "commit t1234567, at2, t3x, T5, t0, t012", 1, 1],
  ])("are past what a summary of the host names %s", (_name, text, nextRef, nextBlock) => {
    expect(namesInFile([], ["nothing", text])).toMatchObject({ nextRef, nextBlock });
  });

  it("stay numbers that count, whatever a damaged file says", () => {
    expect(
      namesInFile([
        entry("context-prune-index", { toolCalls: [record("t99999999999999999999999"), record("t2")] }),
      ]).nextRef,
    ).toBe(3);
  });
});
