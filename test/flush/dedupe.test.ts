import { describe, expect, it } from "vitest";
import type { BranchMessage } from "../../src/model/branch.ts";
import { textOf } from "../../src/model/message.ts";
import { pruneMessages } from "../../src/render/prune-messages.ts";
import { fold } from "../../src/state/reducers.ts";
import { branchOf } from "../support/branch.ts";
import { aliasesIn, aliasRefs, flushRun, frontierIn, recordsIn, refsIn } from "../support/flush.ts";
import { call, calls, type Line, longText, reply, result, user } from "../support/transcript.ts";

const text = longText(60, 1);
const read = (id: string, path = "a.ts") => call(id, "read", { path });

/** A turn that reads the same file and gets `lines` for it. */
const turn = (id: string, options: Parameters<typeof result>[1] = { text }): Line[] => [
  calls(read(id)),
  result(id, options),
];

const stubsOf = (branch: readonly BranchMessage[], entries: Parameters<typeof fold>[0]) =>
  pruneMessages(
    branch.map(({ message }) => message),
    { state: fold(entries), report: () => {} },
  ).flatMap((message) => (message.role === "toolResult" ? [textOf(message.content)] : []));

describe("a result that repeats an earlier one", () => {
  it("of the same flush becomes an alias with a ref, a record and a stub of its own", async () => {
    const branch = branchOf([user(), ...turn("a"), ...turn("b"), reply()]);
    const { written, report, asked } = await flushRun(branch);
    expect(refsIn(written)).toEqual(["t1"]);
    expect(asked.flatMap((batch) => batch.calls.map(({ toolCallId }) => toolCallId))).toEqual(["a"]);
    expect(aliasesIn(written)).toEqual([
      {
        newToolCallId: "b",
        newResultTimestamp: 1004,
        originalToolCallId: "a",
        originalResultTimestamp: 1002,
        record: {
          ...recordsIn(written)[0],
          ref: "t2",
          toolCallId: "b",
          turnIndex: 1,
          timestamp: 1003,
          resultTimestamp: 1004,
          entryId: "e4",
          assistantEntryId: "e3",
          stub: expect.stringMatching(
            /^\[pruned · ref `t2` · read · 60 lines, 2 kB\]\nSame output as `t1`\.\n(.*\n)*\[full output: context_tree_query\(\{ toolCallIds: \["t2"\] \}\)\]$/,
          ),
        },
      },
    ]);
    expect(written.map(({ type }) => type)).toEqual([
      "context-prune-index",
      "context-prune-dedup-alias",
      "context-prune-frontier",
      "context-prune-flush-metrics",
    ]);
    expect(report).toMatchObject({
      outcome: "summarized",
      calls: 2,
      refs: { first: "t1", last: "t2" },
      rawChars: 2 * text.length,
      fates: { summarized: 1, deduped: 1, oversized: 0, trivial: 0, failed: 0, lifted: 0 },
    });
  });

  it("shows something of its own content, in bounds, so that no text has to be there for it", async () => {
    const long = Array.from({ length: 900 }, (_, at) => `export const name${at} = makeThing${at}();`).join(
      "\n",
    );
    const branch = branchOf([user(), ...turn("a", { text: long }), ...turn("b", { text: long }), reply()]);
    const [, stub = ""] = stubsOf(branch, (await flushRun(branch)).entries);
    expect(stub).toMatch(/\nSame output as `t1`\.\n.*name0/s);
    expect(stub.length).toBeLessThan(1200);
  });

  it("of an earlier flush becomes an alias of that record", async () => {
    const lines = [user(), ...turn("a"), reply()];
    const first = await flushRun(branchOf(lines));
    const branch = branchOf([...lines, user(), ...turn("b"), reply()]);
    const second = await flushRun(branch, { before: first.entries });
    expect(second.asked).toEqual([]);
    expect(aliasRefs(second.entries)).toEqual(["t2 = t1"]);
    expect(second.report).toMatchObject({ outcome: "skipped-deduped", calls: 1 });
    expect(frontierIn(second.entries)).toMatchObject({
      lastAttemptedToolCallId: "b",
      attemptedBatchCount: 1,
      attemptedToolCallCount: 1,
      rawCharCount: text.length,
      outcome: "skipped-deduped",
    });
    expect(await flushRun(branch, { before: second.entries })).toMatchObject({ written: [] });
  });

  it("keeps its own text where the file was changed in between", async () => {
    const v1 = longText(60, 1);
    const v2 = longText(60, 2);
    const branch = branchOf([
      user(),
      ...turn("a", { text: v1 }),
      ...turn("b", { text: v2 }),
      ...turn("c", { text: v1 }),
      reply(),
    ]);
    const { entries } = await flushRun(branch);
    expect(refsIn(entries)).toEqual(["t1", "t2"]);
    expect(aliasRefs(entries)).toEqual(["t3 = t1"]);
    expect(fold(entries).records.get(fold(entries).keyOfRef.get("t3" as never) as never)).toMatchObject({
      entryId: "e6",
      resultTimestamp: 1006,
    });
  });

  it("has its long arguments condensed like any other call", async () => {
    const write = (id: string) => call(id, "write", { path: `${id}.ts`, content: longText(40, 3) });
    const branch = branchOf([
      user(),
      calls(write("a"), write("b")),
      result("a", { text }),
      result("b", { text }),
      reply(),
    ]);
    const [alias] = aliasesIn((await flushRun(branch)).entries);
    expect(alias?.record?.arguments).toMatchObject([{ path: ["content"] }]);
    expect(alias?.record?.arguments?.[0]?.text).toContain("`t2`");
  });

  it.each<readonly [string, readonly Line[]]>([
    ["another status", [...turn("a"), ...turn("b", { text, error: true })]],
    ["other images", [...turn("a", { text, images: 1 }), ...turn("b", { text, images: 2 })]],
    ["images where the first had none", [...turn("a"), ...turn("b", { text, images: 1 })]],
    ["another tool", [...turn("a"), calls(call("b", "bash", {})), result("b", { text })]],
    ["one more word", [...turn("a"), ...turn("b", { text: `${text} x` })]],
  ])("with %s is none", async (_, lines) => {
    const { entries } = await flushRun(branchOf([user(), ...lines, reply()]));
    expect(aliasRefs(entries)).toEqual([]);
    expect(refsIn(entries)).toEqual(["t1", "t2"]);
  });

  it("is recognised through line ends and trailing blanks, as the reference does", async () => {
    const branch = branchOf([
      user(),
      ...turn("a"),
      ...turn("b", { text: `${text.replaceAll("\n", " \r\n")}\n\n` }),
      reply(),
    ]);
    expect(aliasRefs((await flushRun(branch)).entries)).toEqual(["t2 = t1"]);
  });

  it("stays a call of its own when the setting is off", async () => {
    const branch = branchOf([user(), ...turn("a"), ...turn("b"), reply()]);
    const { entries } = await flushRun(branch, { settings: { dedupByContentHash: false } });
    expect([refsIn(entries), aliasRefs(entries)]).toEqual([["t1", "t2"], []]);
  });

  it("stays as it is when its stub would be no shorter", async () => {
    const notice = "File unchanged since last read. The content from the earlier read is current: see there.";
    const lines = [
      ...turn("a", { text: notice }),
      ...turn("b", { text: notice }),
      ...turn("x", { text: longText(40) }),
    ];
    const { entries } = await flushRun(branchOf([user(), ...lines, reply()]));
    expect([refsIn(entries), aliasRefs(entries)]).toEqual([["t1"], []]);
    expect(frontierIn(entries)?.skips).toMatchObject([{ toolCallId: "a" }, { toolCallId: "b" }]);
  });
});
