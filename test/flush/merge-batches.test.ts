import { describe, expect, it } from "vitest";
import type { CapturedBatch } from "../../src/model/batch.ts";
import { branchOf } from "../support/branch.ts";
import { flushRun, recordsIn } from "../support/flush.ts";
import { assistant, calls, type Line, longText, reply, result, shell, user } from "../support/transcript.ts";

/** Characters of the result of `small`, `large` in `name`; no two results are equal. */
const sizes = { small: 400, large: 1000 };

function turn(id: string, size: keyof typeof sizes, text?: string): Line[] {
  return [
    text === undefined ? calls(id) : assistant({ text, calls: [id] }),
    result(id, { text: `${id} ${longText(40)}`.slice(0, sizes[size]) }),
  ];
}

const idsOf = (batches: readonly CapturedBatch[]) =>
  batches.map((batch) => batch.calls.map(({ toolCallId }) => toolCallId).join(""));

const asked = async (lines: readonly Line[], batchingMode: "turn" | "agent-message" = "turn") =>
  idsOf((await flushRun(branchOf(lines), { settings: { batchingMode } })).asked);

describe("small batches", () => {
  it.each<readonly [string, readonly Line[], readonly string[]]>([
    ["a large one alone", turn("a", "large"), ["a"]],
    ["large ones each by themselves", [...turn("a", "large"), ...turn("b", "large")], ["a", "b"]],
    ["a small one with the next large one", [...turn("a", "small"), ...turn("b", "large")], ["ab"]],
    [
      "small ones until they are enough",
      [...turn("a", "small"), ...turn("b", "small"), ...turn("c", "small"), ...turn("d", "large")],
      ["abc", "d"],
    ],
    ["over a prompt of the user", [...turn("a", "small"), reply(), user(), ...turn("b", "large")], ["ab"]],
    ["nothing that is too little", [...turn("a", "small"), ...turn("b", "small")], []],
    ["without what waits behind the last large one", [...turn("a", "large"), ...turn("b", "small")], ["a"]],
  ])("go to the summarizer: %s", async (_, lines, expected) => {
    expect(await asked([user(), ...lines, reply()])).toEqual(expected);
  });

  it("keep the number and time of their own turn in their records", async () => {
    const lines = [user(), ...turn("a", "small", "first"), ...turn("b", "large", "then"), reply()];
    const { written, asked: batches } = await flushRun(branchOf(lines));
    expect(batches).toMatchObject([{ turnIndex: 1, timestamp: 1003, assistantText: "first\n\nthen" }]);
    expect(recordsIn(written)).toMatchObject([
      { ref: "t1", toolCallId: "a", turnIndex: 0, timestamp: 1001 },
      { ref: "t2", toolCallId: "b", turnIndex: 1, timestamp: 1003 },
    ]);
  });

  it("are merged around what is settled already", async () => {
    const same = longText(30, 9);
    const lines = [
      user(),
      ...turn("a", "large"),
      calls("x"),
      result("x", { text: same }),
      ...turn("b", "small"),
      calls("y"),
      result("y", { text: same }),
      ...turn("c", "large"),
      reply(),
    ];
    expect(await asked(lines)).toEqual(["a", "x", "bc"]);
  });
});

describe("with batching by agent message", () => {
  it("all turns from a prompt to its reply are one batch", async () => {
    const lines = [
      user(),
      ...turn("a", "large"),
      ...turn("b", "large"),
      ...turn("c", "large"),
      reply(),
      user(),
      ...turn("d", "large"),
      ...turn("e", "small"),
      reply(),
    ];
    expect(await asked(lines)).toEqual(["a", "b", "c", "d"]);
    expect(await asked(lines, "agent-message")).toEqual(["abc", "de"]);
  });

  it("a steering prompt begins another, and nothing else does", async () => {
    const lines = [
      user(),
      ...turn("a", "large"),
      user("steer"),
      ...turn("b", "large"),
      shell(),
      assistant({ stopReason: "error" }),
      ...turn("c", "large"),
      reply(),
    ];
    expect(await asked(lines, "agent-message")).toEqual(["a", "bc"]);
  });

  it("spans that are too small go with the next", async () => {
    const lines = [user(), ...turn("a", "small"), reply(), user(), ...turn("b", "large"), reply()];
    expect(await asked(lines, "agent-message")).toEqual(["ab"]);
  });
});
