import { describe, expect, it } from "vitest";
import type { PruneEntry } from "../../src/model/entries.ts";
import { branchOf } from "../support/branch.ts";
import { assistant, call, longText } from "../support/transcript.ts";
import { compress, dataOf, index, stubbed, task } from "./build.ts";

const all = { all: true } as const;

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

  it("are known as kept where a person took them back", async () => {
    const restored: PruneEntry = { type: "context-prune-effect", data: { kind: "restored", refs: ["t7"] } };
    const entries = await compress(branchOf(task), [index([stubbed]), restored], all);
    expect(dataOf(entries, "context-prune-chain")[0]?.rangeSummaryText).toContain(
      "- `t7` read src/a.ts · kept below",
    );
  });

  it("leave the chain raw and unmentioned when there are no others", async () => {
    const calls = [call("a", "read", { path: "src/a.ts" }), call("e", "edit", { path: "src/a.ts" })];
    const thoughtful = task.with(1, assistant({ thinking: longText(80), signature: "s", calls }));
    expect(await compress(branchOf(thoughtful), [], { ...all, isProtected: () => true })).toEqual([]);
    expect(await compress(branchOf(task), [], { ...all, isProtected: () => true })).toEqual([]);
  });
});
