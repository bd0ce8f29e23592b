import { describe, expect, it } from "vitest";
import type { EntryData, EntryType, PruneEntry, ToolCallRecord } from "../../src/model/entries.ts";
import { occurrenceKey } from "../../src/model/occurrence.ts";
import { hasLegacyBareRecord, indexedKey, isSummarized, recordOf, refOf } from "../../src/state/queries.ts";
import { fold } from "../../src/state/reducers.ts";
import { emptyState } from "../../src/state/state.ts";

const entry = <K extends EntryType>(type: K, data: EntryData<K>) => ({ type, data }) as PruneEntry;
const record = (toolCallId: string, rest: Partial<ToolCallRecord> = {}): ToolCallRecord => ({
  toolCallId,
  toolName: "bash",
  ...rest,
});
const index = (...toolCalls: readonly ToolCallRecord[]) =>
  entry("context-prune-index", { toolCalls: [...toolCalls] });
const effect = (data: EntryData<"context-prune-effect">) => entry("context-prune-effect", data);

describe("the state is a fold over the entries", () => {
  it("knows nothing of an empty session, and prunes in it", () => {
    expect(fold([])).toEqual(emptyState());
    expect(fold([]).enabled).toBe(true);
  });

  it("names a record by id, time and ordinal, and its ref leads back to it", () => {
    const first = record("a", { resultTimestamp: 5, ref: "t1" });
    const twin = record("a", { resultTimestamp: 5, ordinal: 1, ref: "t2" });
    const later = record("a", { resultTimestamp: 9, ref: "t3" });
    const state = fold([index(first, twin), index(later)]);
    expect([...state.records]).toEqual([
      ["a@5", first],
      ["a@5#1", twin],
      ["a@9", later],
    ]);
    expect([...state.keyOfRef]).toEqual([
      ["t1", "a@5"],
      ["t2", "a@5#1"],
      ["t3", "a@9"],
    ]);
    expect([...(state.keysOfId.get("a") ?? [])]).toEqual(["a@5", "a@5#1", "a@9"]);
  });

  it("never lets a name change its owner", () => {
    const state = fold([
      index(record("a", { resultTimestamp: 1, ref: "t1" })),
      index(record("b", { resultTimestamp: 2, ref: "t1" })),
      index(record("a", { resultTimestamp: 1, ref: "t7" })),
    ]);
    expect(state.keyOfRef.get("t1" as never)).toBe("a@1");
    expect(state.refOfKey.get(occurrenceKey("a", 1))).toBe("t1");
  });

  it("reads the refs of records of the reference from the list beside them", () => {
    const state = fold([
      entry("context-prune-index", {
        toolCalls: [record("a", { resultTimestamp: 1 }), record("b", { resultTimestamp: 2 })],
        refs: ["t1", { shortId: "t2", toolCallId: "b", resultTimestamp: 2 }],
      }),
    ]);
    expect([...state.keyOfRef]).toEqual([
      ["t1", "a@1"],
      ["t2", "b@2"],
    ]);
  });

  it("keeps the first record with a text for later ones to be compared with, backfilled ones excepted", () => {
    const state = fold([
      entry("context-prune-index", {
        toolCalls: [record("x", { resultTimestamp: 0, contentHash: "h" })],
        backfilled: true,
      }),
      index(
        record("a", { resultTimestamp: 1, contentHash: "h" }),
        record("b", { resultTimestamp: 2, contentHash: "h" }),
      ),
    ]);
    expect([...state.canonicals]).toEqual([["h", "a@1"]]);
  });

  it("forgets a skip when the call is indexed after all", () => {
    const skip = {
      toolCallId: "a",
      resultTimestamp: 1,
      reason: "oversized",
      because: { setting: "digest", value: 1 },
    };
    const frontier = entry("context-prune-frontier", frontierData({ skips: [skip] }));
    expect([...fold([frontier]).skips]).toEqual([["a@1", skip]]);
    expect([...fold([frontier, index(record("a", { resultTimestamp: 1 }))]).skips]).toEqual([]);
  });

  it("gives skips without a cause of their own the one of their frontier, and passes over those without any", () => {
    const shared = { setting: "digest", value: 1 };
    const own = { setting: "summarizerModel", value: "x/y" };
    const skips = [
      { toolCallId: "a", reason: "oversized" },
      { toolCallId: "b", reason: "oversized", because: own },
    ];
    const causes = (more: object) => {
      const { skips: held } = fold([entry("context-prune-frontier", frontierData({ skips, ...more }))]);
      return [...held.values()].map(({ toolCallId, because }) => [toolCallId, because]);
    };
    expect(causes({ skippedBecause: shared })).toEqual([
      ["a", shared],
      ["b", own],
    ]);
    expect(causes({})).toEqual([["b", own]]);
  });

  it("tells frontiers of the reference by the list they do not have", () => {
    const own = frontierData({ skips: [] });
    const reference = frontierData({ lastAttemptedToolCallId: "old" });
    const state = fold([entry("context-prune-frontier", reference), entry("context-prune-frontier", own)]);
    expect([state.frontier, state.referenceFrontier]).toEqual([own, reference]);
  });

  it("replaces a chain by a later entry for the same start", () => {
    const chain = (blockId: string) => ({
      blockId,
      startUserTimestamp: 5,
      finalAssistantTimestamp: 9,
      droppedToolCallIds: [],
      toolRefs: [],
      compressedAt: 10,
    });
    const state = fold([
      entry("context-prune-chain", chain("b1")),
      entry("context-prune-chain", chain("b2")),
    ]);
    expect([...state.chains.values()]).toEqual([chain("b2")]);
  });
});

describe("effects", () => {
  const indexed = index(
    record("a", { resultTimestamp: 1, ref: "t1" }),
    record("b", { resultTimestamp: 2, ref: "t2" }),
  );
  const verbatim = (...effects: readonly EntryData<"context-prune-effect">[]) => [
    ...fold([indexed, ...effects.map(effect)]).verbatim,
  ];
  const protects = (...refs: string[]) => ({ kind: "protection" as const, refs, fingerprint: refs.join() });

  it.each(["enabled", "recoverable"] as const)("switch pruning off and on again, by %s", (kind) => {
    const [off, on] = [false, true].map((value) => effect({ kind, value }));
    expect([off, on].map((_, at) => fold([off, on].slice(0, at + 1) as PruneEntry[])[kind])).toEqual([
      false,
      true,
    ]);
  });

  it("restore outputs by ref, and prune them again", () => {
    expect(verbatim({ kind: "restored", refs: ["t1", "t9"] })).toEqual([["a@1", "restored"]]);
    expect(verbatim({ kind: "restored", refs: ["t1"] }, { kind: "pruned", refs: ["t1"] })).toEqual([]);
  });

  it("leave what is protected no longer as it is shown, for the next flush to decide", () => {
    expect(verbatim(protects("t1"), protects("t2"))).toEqual([
      ["a@1", "lifted"],
      ["b@2", "protected"],
    ]);
  });

  it("give a recorded call the texts its arguments show", () => {
    const state = fold([
      indexed,
      effect({ kind: "arguments", calls: [{ ref: "t1", arguments: [{ path: ["x"], text: "short" }] }] }),
    ]);
    expect(state.records.get(occurrenceKey("a", 1))?.arguments).toEqual([{ path: ["x"], text: "short" }]);
    expect(state.records.get(occurrenceKey("b", 2))?.arguments).toBeUndefined();
  });
});

describe("questions to the state", () => {
  const bare = fold([index(record("a"))]);
  const mixed = fold([index(record("a"), record("a", { resultTimestamp: 5 }))]);
  const aliased = fold([
    index(record("a", { resultTimestamp: 1, ref: "t1" })),
    entry("context-prune-dedup-alias", {
      newToolCallId: "b",
      originalToolCallId: "a",
      newResultTimestamp: 2,
      originalResultTimestamp: 1,
    }),
  ]);

  it("a bare record stands for a result only while its id was never seen with a time", () => {
    expect([bare, mixed].map((state) => hasLegacyBareRecord(state, "a"))).toEqual([true, false]);
    expect(indexedKey(bare, occurrenceKey("a", 9), "a")).toBe("a");
    expect(indexedKey(mixed, occurrenceKey("a", 9), "a")).toBeUndefined();
    expect(indexedKey(mixed, occurrenceKey("a", 5), "a")).toBe("a@5");
  });

  it("an occurrence is summarized by itself, never through its bare id", () => {
    expect(isSummarized(bare, occurrenceKey("a", 9))).toBe(false);
    expect(isSummarized(aliased, occurrenceKey("b", 2))).toBe(true);
  });

  it("an alias answers with its original's record and ref", () => {
    expect(recordOf(aliased, occurrenceKey("b", 2))?.toolCallId).toBe("a");
    expect(refOf(aliased, occurrenceKey("b", 2))).toBe("t1");
    expect(recordOf(aliased, occurrenceKey("c", 3))).toBeUndefined();
  });

  it("an alias whose original comes later in the file answers as well", () => {
    const entries = [
      entry("context-prune-dedup-alias", {
        newToolCallId: "b",
        originalToolCallId: "a",
        newResultTimestamp: 2,
        originalResultTimestamp: 1,
      }),
      index(record("a", { resultTimestamp: 1, ref: "t1" })),
    ];
    expect(refOf(fold(entries), occurrenceKey("b", 2))).toBe("t1");
  });
});

function frontierData(
  rest: Partial<EntryData<"context-prune-frontier">>,
): EntryData<"context-prune-frontier"> {
  return {
    lastAttemptedToolCallId: "a",
    lastAttemptedToolName: "bash",
    lastAttemptedTurnIndex: 0,
    lastAttemptedTimestamp: 1,
    attemptedBatchCount: 1,
    attemptedToolCallCount: 1,
    rawCharCount: 1,
    summaryCharCount: 1,
    outcome: "summarized",
    ...rest,
  };
}
