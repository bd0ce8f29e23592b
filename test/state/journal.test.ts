import { describe, expect, it } from "vitest";
import type { PruneEntry } from "../../src/model/entries.ts";
import { Journal } from "../../src/state/journal.ts";
import { fold } from "../../src/state/reducers.ts";
import { emptyState } from "../../src/state/state.ts";

const indexed: PruneEntry = {
  type: "context-prune-index",
  data: { toolCalls: [{ toolCallId: "a", toolName: "bash", resultTimestamp: 1, ref: "t1" }] },
};

describe("Journal", () => {
  it("begins with what the branch holds", () => {
    expect(new Journal([indexed], () => {}).state).toEqual(fold([indexed]));
  });

  it("writes first and lets the entry take effect then", () => {
    const seen: number[] = [];
    const journal: Journal = new Journal([], () => seen.push(journal.state.records.size));
    journal.commit(indexed);
    expect(seen).toEqual([0]);
    expect(journal.state.records.size).toBe(1);
  });

  it("changes nothing when the host refuses the entry", () => {
    const journal = new Journal([], () => {
      throw new Error("disk full");
    });
    expect(() => journal.commit(indexed)).toThrow("disk full");
    expect(journal.state).toEqual(emptyState());
  });

  it("hands the host an object of its own", () => {
    const written: PruneEntry[] = [];
    const journal = new Journal([], (entry) => written.push(entry));
    journal.commit(indexed);
    expect(written).toEqual([indexed]);
    expect(written[0]?.data).not.toBe(indexed.data);
  });
});
