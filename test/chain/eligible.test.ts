import { describe, expect, it } from "vitest";
import { eligibleChains } from "../../src/chain/eligible.ts";
import type { PruneEntry } from "../../src/model/entries.ts";
import { branchOf } from "../support/branch.ts";
import { call, calls, type Line, reply, result, user } from "../support/transcript.ts";
import { chainSettings, compression, prompt, prompts } from "./build.ts";

const eligible = (
  lines: readonly Line[],
  changed: Parameters<typeof compression>[2] = {},
  entries: PruneEntry[] = [],
) => eligibleChains(compression(branchOf(lines), entries, changed)).map(({ startIndex }) => startIndex);

const chainEntry = (start: number, final: number): PruneEntry => ({
  type: "context-prune-chain",
  data: {
    blockId: "b1",
    startUserTimestamp: start,
    finalAssistantTimestamp: final,
    droppedToolCallIds: [],
    toolRefs: [],
    compressedAt: 1,
  },
});

describe("chains to compress", () => {
  it("are those behind the rolling window", () => {
    expect(eligible(prompts(3))).toEqual([]);
    expect(eligible(prompts(5))).toEqual([0, 4]);
    expect(eligible(prompts(5), { settings: chainSettings({ rollingWindow: 0 }) })).toEqual([
      0, 4, 8, 12, 16,
    ]);
  });

  it("are all of them at a person's command, even when it is switched off", () => {
    const settings = chainSettings({ enabled: false });
    expect(eligible(prompts(5), { settings })).toEqual([]);
    expect(eligible(prompts(5), { settings, all: true })).toEqual([0, 4, 8, 12, 16]);
  });

  it("are no chains without calls, and those do not fill the window", () => {
    const talk = [user(), reply(), user(), reply(), user(), reply()];
    expect(eligible([...prompts(4), ...talk])).toEqual([0]);
  });

  it("are no open and no interrupted ones", () => {
    const steered = [user(), calls("x"), result("x"), user("steer"), calls("y"), result("y")];
    expect(eligible([...steered, ...steered], { all: true })).toEqual([]);
  });

  it("are none that are compressed already, unless their final reply was taken back", () => {
    expect(eligible(prompts(2), { all: true }, [chainEntry(1000, 1003)])).toEqual([4]);
    expect(eligible(prompts(2), { all: true }, [chainEntry(1000, 999)])).toEqual([0, 4]);
  });

  it("are those whose block tells of what was changed since, at a person's command only", () => {
    const { type, data } = chainEntry(1000, 1003);
    const changed = { type, data: { ...data, saidHash: "another" } } as PruneEntry;
    const settings = chainSettings({ rollingWindow: 0 });
    expect(eligible(prompts(1), { settings }, [changed])).toEqual([]);
    expect(eligible(prompts(1), { all: true }, [changed])).toEqual([0]);
  });

  it("are none that could not be found again", () => {
    const twice = [
      user("a", { at: 5 }),
      calls("x"),
      result("x"),
      reply(),
      user("b", { at: 5 }),
      calls("y"),
      result("y"),
      reply(),
    ];
    expect(eligible(twice, { all: true })).toEqual([]);
  });

  it("are none that a compaction took", () => {
    const branch = branchOf(prompts(3)).map((one, at) => ({ ...one, inContext: at > 1 }));
    const found = eligibleChains(compression(branch, [], { all: true }));
    expect(found.map(({ startIndex }) => startIndex)).toEqual([4, 8]);
  });
});

describe("a recovered output in grace", () => {
  const recovery = [
    user(),
    calls(call("q", "context_tree_query", { toolCallIds: ["t1"] })),
    result("q", { text: "what was there" }),
    reply(),
  ];

  it("keeps its chain as it is for so many prompts", () => {
    const settings = { ...chainSettings({ rollingWindow: 0 }), recoveryGraceTurns: 2 };
    expect(eligible([...recovery, ...prompts(2)], { settings })).toEqual([4, 8]);
    expect(eligible([...recovery, ...prompts(3)], { settings })).toEqual([0, 4, 8, 12]);
  });

  it("does not when there is no grace, or when it was replaced already", () => {
    const none = { ...chainSettings({}), recoveryGraceTurns: 0 };
    expect(eligible(recovery, { all: true, settings: none })).toEqual([0]);
    const lines = [...recovery, ...prompt(1)];
    expect(eligible(lines, { all: true, settings: none })).toEqual([0, 4]);
    const replaced: PruneEntry = {
      type: "context-prune-index",
      data: {
        toolCalls: [
          {
            toolCallId: "q",
            toolName: "context_tree_query",
            resultTimestamp: 1002,
            ref: "t9",
            stub: "[read again]",
          },
        ],
      },
    };
    expect(eligible(lines, { all: true }, [replaced])).toEqual([0, 4]);
  });
});
