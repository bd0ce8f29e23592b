import { describe, expect, it } from "vitest";
import { pruneMessages } from "../../src/render/prune-messages.ts";
import { refRanges } from "../../src/render/recoverable-refs.ts";
import { fold } from "../../src/state/reducers.ts";
import { compactionSummary, reply, transcript, user } from "../support/transcript.ts";

const record = (number: number) => ({
  toolCallId: `c${number}`,
  toolName: "read",
  resultTimestamp: number,
  ref: `t${number}`,
});
const state = fold([
  { type: "context-prune-index", data: { toolCalls: [1, 2, 3, 5].map(record) } },
  { type: "compaction" },
  { type: "context-prune-index", data: { toolCalls: [record(6)] } },
]);
const context = { state, report: () => {} };

describe("the refs behind a compaction", () => {
  it("stand in its summary, as the ranges the query tool takes", () => {
    const [summary] = pruneMessages(
      transcript([compactionSummary("what came before"), user(), reply()]),
      context,
    );
    expect(summary).toMatchObject({
      summary:
        "what came before\n\n[outputs pruned before this summary stay recoverable: context_tree_query, refs t1..t3, t5]",
    });
  });

  it("are added once, and the rest stays as it is", () => {
    const messages = transcript([compactionSummary("x"), user(), reply()]);
    const once = pruneMessages(messages, context);
    expect(once.slice(1)).toEqual(messages.slice(1));
    expect(pruneMessages(once, context)).toBe(once);
  });

  it("leave a context without a compaction alone", () => {
    const messages = transcript([user(), reply()]);
    expect(pruneMessages(messages, context)).toBe(messages);
  });

  it.each([
    [["t1"], "t1"],
    [["t3", "t1", "t2", "t7"], "t1..t3, t7"],
    [["t1", "t3", "t5"], "t1, t3, t5"],
  ])("%j are written as %s", (refs, text) => expect(refRanges(refs)).toBe(text));
});
