import { describe, expect, it } from "vitest";
import { hasLargeResult } from "../../src/flush/due-spills.ts";
import { branchOf } from "../support/branch.ts";
import { aliasesIn, aliasRefs, flushRun, refsIn } from "../support/flush.ts";
import { large, one, settings, shown, spilled } from "../support/spill.ts";
import { assistant, calls, type Line, reply, result, user } from "../support/transcript.ts";

describe("a large result that repeats another", () => {
  const both = (text: string): Line[] => [
    user(),
    calls("a", "b"),
    result("a", { text: large }),
    result("b", { text }),
  ];

  it("is an alias with no second file, and shows its own preview", () => {
    const branch = branchOf(both(large));
    const { entries, texts } = spilled(branch);
    expect([refsIn(entries), aliasRefs(entries), texts.length]).toEqual([["t1"], ["t2 = t1"], 1]);
    const [first = "", second = ""] = shown(branch, entries);
    const preview = (stub: string) => stub.split("\n").slice(1, -1);
    expect(preview(second)).toEqual(preview(first));
    expect(second).toMatch(
      /^\[spilled · ref `t2` · bash · 200 lines, 7 kB\]\n(?:.*\n)+\[preview: the first 300 of \d+ bytes · same output as `t1` · the rest: read \/blobs\/a@1002\.txt with offset and limit, or context_tree_query\(\{ toolCallIds: \["t2"\] \}\) with lines or a pattern\]$/,
    );
  });

  it("that was pruned from the context is an alias too, and has no file to name", async () => {
    const first = await flushRun(branchOf([...one(large), reply()]));
    const branch = branchOf([...one(large), reply(), user(), calls("b"), result("b", { text: large })]);
    const { entries, texts } = spilled(branch, { before: first.entries });
    expect([aliasRefs(entries), texts]).toEqual([["t2 = t1"], []]);
    expect(shown(branch, entries)[1]).toContain(
      '· same output as `t1` · the rest: context_tree_query({ toolCallIds: ["t2"] }) with lines',
    );
  });

  it("loses its preview at the first flush after it was read, under its own ref", async () => {
    const unread = branchOf(both(large));
    const { entries } = spilled(unread);
    const branch = branchOf([...both(large), reply()]);
    expect(shown(branch, entries)).toEqual(shown(unread, entries));
    const flush = await flushRun(branch, { before: entries });
    expect(aliasesIn(flush.written)).toMatchObject([{ newToolCallId: "b", record: { ref: "t2" } }]);
    expect(shown(branch, flush.entries)[1]).toMatch(/^\[pruned · ref `t2` · .*\]\nSame output as `t1`\.\n/);
    expect(shown(branch, flush.entries)[0]).toBe(shown(branch, entries)[0]);
    expect((await flushRun(branch, { before: flush.entries })).written).toEqual([]);
  });

  it("loses its preview all the same when repeats are not looked for any more", async () => {
    const { entries } = spilled(branchOf(both(large)));
    const branch = branchOf([...both(large), reply()]);
    const flush = await flushRun(branch, { before: entries, settings: { dedupByContentHash: false } });
    expect([refsIn(flush.written), aliasRefs(flush.entries)]).toEqual([[], ["t2 = t1"]]);
    expect(shown(branch, flush.entries)[1]).toMatch(/^\[pruned · ref `t2` · .*\]\nSame output as `t1`\.\n/);
  });

  it("gets a file of its own when repeats are not looked for, or when it is not the same", () => {
    const settingsOff = { settings: { dedupByContentHash: false } };
    expect(refsIn(spilled(branchOf(both(large)), settingsOff).written)).toEqual(["t1", "t2"]);
    expect(refsIn(spilled(branchOf(both(`${large} x`))).written)).toEqual(["t1", "t2"]);
  });
});

describe("the first look", () => {
  const messages = (lines: readonly Line[]) => branchOf(lines).map(({ message }) => message);

  it.each<readonly [boolean, string, readonly Line[]]>([
    [true, "an unread result at the threshold", one("x".repeat(5000))],
    [false, "one character less", one("x".repeat(4999))],
    [false, "a read one", [...one(large), reply()]],
    [true, "one in front of a failed reply", [...one(large), assistant({ stopReason: "aborted" })]],
    [false, "nothing", []],
  ])("says %s for %s", (expected, _, lines) => {
    expect(hasLargeResult(messages(lines), settings)).toBe(expected);
  });
});
