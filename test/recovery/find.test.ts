import { describe, expect, it } from "vitest";
import type { PruneEntry, ToolCallRecord } from "../../src/model/entries.ts";
import { allCalls, callsNamed } from "../../src/recovery/find.ts";
import { select } from "../../src/recovery/select.ts";
import { fold } from "../../src/state/reducers.ts";

const record = (toolCallId: string, resultTimestamp?: number, ref?: string): ToolCallRecord => ({
  toolCallId,
  toolName: "bash",
  ...(resultTimestamp !== undefined && { resultTimestamp }),
  ...(ref !== undefined && { ref }),
});

const index = (toolCalls: ToolCallRecord[], refs?: string[]): PruneEntry => ({
  type: "context-prune-index",
  data: { toolCalls, ...(refs && { refs }) },
});

const alias = (newToolCallId: string, newResultTimestamp: number, own?: ToolCallRecord): PruneEntry => ({
  type: "context-prune-dedup-alias",
  data: {
    newToolCallId,
    newResultTimestamp,
    originalToolCallId: "a",
    originalResultTimestamp: 1,
    ...(own && { record: own }),
  },
});

const chain: PruneEntry = {
  type: "context-prune-chain",
  data: {
    blockId: "b1",
    startUserTimestamp: 1,
    finalAssistantTimestamp: 2,
    droppedToolCallIds: [],
    toolRefs: ["t1", "t2"],
    compressedAt: 3,
  },
};

const known = (branch: readonly PruneEntry[], file: readonly PruneEntry[] = branch) => ({
  branch: fold(branch),
  file: () => fold(file),
});

const names = (name: string, branch: readonly PruneEntry[]) =>
  callsNamed(name, known(branch)).map(({ key, label, ref }) => [key, label, ref]);

describe("a name", () => {
  it("finds an alias with a record as a call of its own", () => {
    const entries = [index([record("a", 1, "t1")]), alias("b", 2, record("b", 2, "t2"))];
    expect(names("t2", entries)).toEqual([["b@2", "t2", "t2"]]);
    expect(names("b", entries)).toEqual([["b@2", "b@2", "t2"]]);
  });

  it("finds an alias of the reference by its id only: its ref is its original's", () => {
    const entries = [index([record("a", 1, "t1")]), alias("a", 2), alias("b", 3)];
    expect(names("t1", entries)).toEqual([["a@1", "t1", "t1"]]);
    expect(names("a", entries)).toEqual([
      ["a@1", "a@1", "t1"],
      ["a@2", "a@2", undefined],
    ]);
    expect(callsNamed("b", known(entries))[0]?.record).toEqual(record("a", 1, "t1"));
  });

  it("finds an alias of which nothing else is known", () => {
    expect(callsNamed("b", known([alias("b", 3)]))[0]).toMatchObject({
      key: "b@3",
      record: { toolCallId: "b", resultTimestamp: 3, toolName: "unknown" },
    });
  });

  it("finds a record without a time beside those with one, by the time of its batch", () => {
    const entries = [index([record("a", 5), { ...record("a"), timestamp: 2 }, record("a", 1)])];
    expect(names("a", entries).map(([key]) => key)).toEqual(["a@1", "a", "a@5"]);
    expect(names("a@5", entries).map(([key]) => key)).toEqual(["a@5"]);
  });

  it("finds twins of one millisecond in their order", () => {
    const twins = [{ ...record("a", 1), ordinal: 1 }, record("a", 1)];
    expect(names("a", [index(twins)]).map(([key]) => key)).toEqual(["a@1", "a@1#1"]);
    expect(names("a@1#1", [index(twins)]).map(([key]) => key)).toEqual(["a@1#1"]);
  });

  it("never goes by a ref that another call had first", () => {
    const entries = [index([record("a", 1)], ["t1"]), index([record("b", 2)], ["t1"])];
    expect(names("t1", entries)).toEqual([["a@1", "t1", "t1"]]);
    expect(names("b", entries)).toEqual([["b@2", "b@2", undefined]]);
  });

  it("finds on another branch what the active one does not have", () => {
    const both = known(
      [index([record("a", 1, "t1")])],
      [index([record("a", 1, "t1")]), index([record("z", 9, "t9")])],
    );
    for (const name of ["t9", "z", "z@9"])
      expect(callsNamed(name, both)).toMatchObject([{ key: "z@9", isElsewhere: true }]);
    expect(callsNamed("t1", both)).toMatchObject([{ isElsewhere: false }]);
    expect(callsNamed("t2", both)).toEqual([]);
  });
});

it("all calls come newest first, aliases among them", () => {
  const entries = [index([record("a", 1, "t1"), record("c", 7, "t2")]), alias("b", 3)];
  expect(allCalls(fold(entries)).map(({ label }) => label)).toEqual(["t2", "b@3", "t1"]);
});

describe("a selection", () => {
  const entries = [index([record("a", 1, "t1"), record("b", 2, "t2"), record("c", 3, "t4")]), chain];
  const labels = (...ids: string[]) => select(ids, known(entries)).calls.map(({ label }) => label);

  it("holds each call once, in the order asked", () => {
    expect(labels("t2", "a", "T2", "t1", "b@2")).toEqual(["t2", "a@1"]);
  });

  it("takes the refs of a compressed chain by the name of its block", () => {
    expect(labels("b1")).toEqual(["t1", "t2"]);
  });

  it("takes what there is of a range, and names what is not", () => {
    expect(labels("t1..t4")).toEqual(["t1", "t2", "t4"]);
    expect(select(["t1..t900000000"], known(entries)).notices).toEqual([
      "Not found: `t3`. On this branch refs run from t1 to t4 (3 archived outputs).",
      "`t1..t900000000` reaches past the newest ref. On this branch refs run from t1 to t4 (3 archived outputs).",
    ]);
  });

  it("names a few of many that are not found", () => {
    const ids = Array.from({ length: 3000 }, (_, at) => `x${at * 2}`);
    const { notices, unknown } = select(ids, known(entries));
    expect(unknown).toBe(1000);
    expect(notices).toEqual([
      "Not found: `x0`, `x2`, `x4`, `x6`, `x8`, `x10`, `x12`, `x14` and 992 more. On this branch refs run from t1 to t4 (3 archived outputs).",
      "2000 further ids were not read.",
    ]);
  });

  it("knows a number for what it is", () => {
    expect(select(["7"], known(entries)).notices[0]).toContain(
      "Not found: `7`. Refs begin with a t, such as t7.",
    );
  });
});
