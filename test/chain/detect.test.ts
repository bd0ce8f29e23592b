import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectChains, withClosingMessage } from "../../src/chain/detect.ts";
import { clocks, transcripts } from "../support/arbitraries.ts";
import { branchOf } from "../support/branch.ts";
import {
  assistant,
  branchSummary,
  calls,
  compactionSummary,
  custom,
  type Line,
  reply,
  result,
  shell,
  strange,
  transcript,
  user,
} from "../support/transcript.ts";

const chains = (lines: readonly Line[]) =>
  detectChains(branchOf(lines)).map(({ status, startIndex, endIndex }) => [status, startIndex, endIndex]);

const work = (id: string): Line[] => [calls(id), result(id)];

describe("a chain", () => {
  it("opens at a user message and closes at a final reply", () => {
    const lines = [user(), ...work("a"), ...work("b"), reply(), user(), ...work("c"), reply()];
    expect(chains(lines)).toEqual([
      ["closed", 0, 5],
      ["closed", 6, 9],
    ]);
  });

  it("knows its calls by id and by occurrence, and when it began and ended", () => {
    const lines = [user(), calls("a", "b"), result("b"), result("a"), ...work("a"), reply()];
    expect(detectChains(branchOf(lines), (_, args) => args.command === "run b")).toEqual([
      {
        status: "closed",
        startIndex: 0,
        endIndex: 6,
        startUserTimestamp: 1000,
        finalAssistantTimestamp: 1006,
        batches: expect.any(Array),
        middleToolCallIds: ["a", "b"],
        middleOccurrenceKeys: ["a@1003", "b@1002", "a@1005"],
        protectedToolCallIds: ["b"],
        protectedOccurrenceKeys: ["b@1002"],
        calls: 3,
        isWhole: true,
      },
    ]);
  });

  it("is interrupted by a user message, which begins the next, wherever it comes", () => {
    const cut = [user(), ...work("a"), user("steer"), ...work("b"), reply()];
    expect(chains(cut)).toEqual([
      ["interrupted", 0, 2],
      ["closed", 3, 6],
    ]);
    expect(chains([user(), calls("a"), user("steer"), result("a"), reply()])).toEqual([
      ["interrupted", 0, 1],
      ["closed", 2, 4],
    ]);
  });

  it("is open as long as nothing closes it", () => {
    expect(chains([reply(), user(), ...work("a")])).toEqual([["open", 1, 3]]);
  });

  it.each<readonly [string, Line]>([
    ["a failed reply", reply("sorry", { stopReason: "error" })],
    ["an aborted one", reply("I wi", { stopReason: "aborted" })],
    ["one that calls a tool", assistant({ text: "now", calls: ["b"], stopReason: "stop" })],
    ["one without text", assistant({ thinking: "hm" })],
    ["one with blanks only", reply("\n\n")],
    ["a note of another extension", custom()],
    ["a shell command", shell()],
    ["a branch summary", branchSummary()],
    ["a compaction summary", compactionSummary()],
    ["the host's own message", strange("system")],
  ])("is neither closed nor begun by %s", (_, line) => {
    expect(chains([line, user(), ...work("a"), line, ...work("c"), reply()])).toEqual([["closed", 1, 7]]);
  });

  it("is closed by a reply that was cut off", () => {
    expect(chains([user(), ...work("a"), reply("long", { stopReason: "length" })])).toEqual([
      ["closed", 0, 3],
    ]);
  });

  it.each<readonly [string, readonly Line[]]>([
    ["a call without result", [calls("a")]],
    ["a result that comes too late", [calls("a"), custom(), result("a")]],
    ["a result without call", [...work("a"), result("x")]],
  ])("is not whole with %s", (_, middle) => {
    const [chain] = detectChains(branchOf([user(), ...middle, reply()]));
    expect(chain?.isWhole).toBe(false);
  });

  it("is whole in spite of calls that never ran", () => {
    const aborted = assistant({ calls: ["x"], stopReason: "error" });
    const [chain] = detectChains(branchOf([user(), aborted, ...work("a"), reply()]));
    expect(chain).toMatchObject({ isWhole: true, calls: 1, middleToolCallIds: ["a"] });
  });
});

describe("a final reply that is not on the branch yet", () => {
  const branch = branchOf([user(), ...work("a")]);
  const [closing] = transcript([reply("done", { at: 2000 })]);

  it("closes its chain", () => {
    expect(detectChains(withClosingMessage(branch, closing)).map(({ status }) => status)).toEqual(["closed"]);
  });

  it("closes its chain where another message has its time", () => {
    const [same] = transcript([reply("done", { at: 1002 })]);
    expect(detectChains(withClosingMessage(branch, same)).map(({ status }) => status)).toEqual(["closed"]);
  });

  it("is not added twice, and nothing else is added", () => {
    const closed = withClosingMessage(branch, closing);
    expect(withClosingMessage(closed, closing)).toBe(closed);
    expect(withClosingMessage(branch, undefined)).toBe(branch);
    expect(withClosingMessage(branch, transcript([user()])[0])).toBe(branch);
  });
});

it("chains of any transcript follow each other, one for each user message", () => {
  fc.assert(
    fc.property(transcripts, clocks, (lines, clock) => {
      const branch = branchOf(lines, clock);
      const found = detectChains(branch);
      const users = branch.flatMap(({ message }, index) => (message.role === "user" ? [index] : []));
      expect(found.map(({ startIndex }) => startIndex)).toEqual(users);
      for (const [index, { endIndex }] of found.entries())
        expect(endIndex).toBeLessThan(found[index + 1]?.startIndex ?? branch.length);
    }),
  );
});
