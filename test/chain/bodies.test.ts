import { describe, expect, it, vi } from "vitest";
import type { Fuse } from "../../src/chain/compress.ts";
import type { PruneEntry, ToolCallRecord } from "../../src/model/entries.ts";
import { branchOf } from "../support/branch.ts";
import { call, calls, type Line, longText, reply, result, user } from "../support/transcript.ts";
import { chainSettings, compress, dataOf, index } from "./build.ts";

const all = { all: true } as const;

const digest = ({ toolCallId }: { toolCallId: string }) => `digest of ${toolCallId}\nboth say this`;

const fusion = (text?: string) => ({
  ...(text !== undefined && { text }),
  usage: { input: 7, output: 1, cost: 0.5, calls: 1 },
});

describe("summaries of a model", () => {
  const summary = (text: string, ref: string, id: string, resultTimestamp: number): PruneEntry => ({
    type: "context-prune-summary",
    data: {
      text: `${text}\n\n---\n**Summarized tool refs**: \`${ref}\`\nUse \`context_tree_query\` with these refs to retrieve the original full outputs.`,
      toolCallRefs: [{ shortId: ref, toolCallId: id, resultTimestamp }],
      toolNames: ["bash"],
    },
  });
  const record = (toolCallId: string, ref: string, resultTimestamp: number): ToolCallRecord => ({
    toolCallId,
    toolName: "bash",
    resultTimestamp,
    ref,
    chars: 2709,
    stub: `[pruned]\n${"x".repeat(300)}\n[full output]`,
  });
  const two: Line[] = [
    user(),
    calls("a"),
    result("a", { text: longText(80) }),
    calls("b"),
    result("b", { text: longText(80, 2) }),
    reply(),
  ];
  const recorded = [
    summary("first", "t1", "a", 1002),
    summary("second", "t2", "b", 1004),
    index([record("a", "t1", 1002), record("b", "t2", 1004)]),
  ];
  const textWith = async (changed: Parameters<typeof compress>[2], lines = two, entries = recorded) => {
    const [chain] = dataOf(
      await compress(branchOf(lines), entries, { ...all, ...changed }),
      "context-prune-chain",
    );
    return [chain?.rangeSummaryText, chain?.bodySource];
  };

  it("are the body as they are, without their footers", async () => {
    expect(await textWith({})).toEqual(["first\n\nsecond", "summaries"]);
  });

  it("are fused into one text", async () => {
    const asked: unknown[] = [];
    const fuse = async (texts: readonly string[]) => {
      asked.push(texts);
      return fusion(" both \n");
    };
    expect(await textWith({ fuse })).toEqual(["both", "fused"]);
    expect(asked).toEqual([["first", "second"]]);
    const entries = await compress(branchOf(two), recorded, { ...all, fuse });
    expect(dataOf(entries, "context-prune-stats")).toMatchObject([
      { chainsCompressed: 1, rangesSummarized: 1, callCount: 1, totalInputTokens: 7, totalCost: 0.5 },
    ]);
  });

  it.each<readonly [string, Fuse]>([
    ["fails", () => Promise.reject(new Error("no model"))],
    ["gives nothing", async () => fusion()],
    ["gives blanks", async () => fusion(" \n")],
    ["is longer than they are", async () => fusion("first and then the second")],
  ])("stay as they are where the fusion %s", async (_, fuse) => {
    expect(await textWith({ fuse })).toEqual(["first\n\nsecond", "summaries"]);
  });

  it("are not fused where there is one only, or where that is off", async () => {
    const fuse = vi.fn<Fuse>(async () => fusion("both"));
    const one = [summary("first", "t1", "a", 1002), index([record("a", "t1", 1002)])];
    expect(await textWith({ fuse }, [...two.slice(0, 3), reply()], one)).toEqual(["first", "summaries"]);
    const settings = chainSettings({ fuseRangeSummary: false });
    expect(await textWith({ fuse, settings })).toEqual(["first\n\nsecond", "summaries"]);
    expect(fuse).not.toHaveBeenCalled();
  });

  it("stay as they are where the block with one text would be too long", async () => {
    const long = { digest: () => longText(80), fuse: async () => fusion("x".repeat(5400)) };
    expect((await textWith(long, two, []))[1]).toBe("deterministic");
  });

  it("are told once where one tells of several turns", async () => {
    const { data } = summary("both turns", "t1", "a", 1002) as Extract<
      PruneEntry,
      { data: { text: string } }
    >;
    const refs = [
      ...(data as { toolCallRefs: object[] }).toolCallRefs,
      { shortId: "t2", toolCallId: "b", resultTimestamp: 1004 },
    ];
    const once = { type: "context-prune-summary", data: { ...data, toolCallRefs: refs } } as PruneEntry;
    expect(await textWith({}, two, [once, ...recorded.slice(2)])).toEqual(["both turns", "summaries"]);
  });

  it("are followed by the calls that none of them tells of", async () => {
    const [first = recorded[0] as PruneEntry] = recorded;
    const text = await textWith({ digest, firstRef: 5 }, two, [first, index([record("a", "t1", 1002)])]);
    expect(text).toEqual(["first\n\n- `t5` bash run b\n  digest of b\n  both say this", "summaries"]);
  });
});

it("a body never grows with the chain beyond its bound, and still names the ends", async () => {
  const many = Array.from({ length: 400 }, (_, at) => [
    calls(call(`m${at}`, "bash", { command: `step number ${at} of a long and winding road` })),
    result(`m${at}`, { text: longText(20, at) }),
  ]).flat();
  const entries = await compress(branchOf([user(), ...many, reply()]), [], all);
  const [chain] = dataOf(entries, "context-prune-chain");
  const body = chain?.rangeSummaryText ?? "";
  expect(body.length).toBeLessThan(6500);
  expect(body).toMatch(/^First: bash \{"command":"step number 0 /m);
  expect(body).toMatch(/^Last: bash \{"command":"step number 399 /m);
  expect(body).toMatch(/^- \.\.\. \d+ more$/m);
  expect(body).toContain("step number 398 of");
  expect(chain?.toolRefs).toHaveLength(400);
});
