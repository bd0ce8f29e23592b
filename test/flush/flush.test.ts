import { describe, expect, it } from "vitest";
import type { PruneEntry } from "../../src/model/entries.ts";
import { textOf } from "../../src/model/message.ts";
import { Pruner } from "../../src/pruner.ts";
import type { History, Step } from "../support/history.ts";
import { type Play, play } from "../support/play.ts";
import { stubbedIn } from "../support/source.ts";
import { add, compact, flush, moveTo, reload, turn } from "../support/steps.ts";
import { call, calls, longText, reply, result, user } from "../support/transcript.ts";

const run = (...steps: readonly Step[]): Promise<Play> =>
  play({ host: "a", pace: 1, steps } satisfies History);

const entriesOf = ({ session }: Play): readonly PruneEntry[] => [...session.port().fileEntries()];

const typesOf = (played: Play): readonly string[] => entriesOf(played).map(({ type }) => type);

/** What the last request shows of each result that was pruned. */
const stubs = ({ requests }: Play): readonly string[] => {
  const last = requests.at(-1);
  return last ? stubbedIn(last).map(({ shown }) => textOf(shown.content)) : [];
};

const outcomes = ({ reports }: Play) => reports.map(({ outcome, calls: made }) => `${outcome} ${made}`);

/** One call with a result of so many characters, and the request that reads it. */
const work = (id: string, text: string | number = longText()): readonly Step[] => [
  turn(calls(id), result(id, { text: typeof text === "number" ? "x".repeat(text) : text })),
  turn(reply()),
];

describe("a flush", () => {
  it("replaces what was read by stubs that name the call, how it ended and how to get it back", async () => {
    const played = await run(
      add(user()),
      turn(
        calls(call("a", "bash", { command: "npm test" }), call("b", "read", { path: "x" })),
        result("b", { text: longText(20) }),
        result("a", { text: `${longText(20)}\n\nCommand exited with code 1`, error: true }),
      ),
      turn(reply()),
      flush({ summarizer: "model" }),
    );
    const entry = (at: number) => played.requests.at(-1)?.entryIds[at];
    expect(stubs(played)).toEqual([
      `[pruned · ref \`t2\` · read · 20 lines, 669 B]\nwhat ${entry(2)} showed\n[full output: context_tree_query({ toolCallIds: ["t2"] })]`,
      `[pruned · ref \`t1\` · bash · exit 1 · 22 lines, 697 B]\nwhat ${entry(3)} showed\n[full output: context_tree_query({ toolCallIds: ["t1"] })]`,
    ]);
  });

  it("writes the model's text, then all records in one entry, then what is only told", async () => {
    const played = await run(...work("a"), flush({ summarizer: "model" }));
    expect(typesOf(played)).toEqual([
      "context-prune-texts",
      "context-prune-summary",
      "context-prune-index",
      "context-prune-frontier",
      "context-prune-stats",
      "context-prune-flush-metrics",
    ]);
    expect(typesOf(await run(...work("a"), flush()))).toEqual([
      "context-prune-index",
      "context-prune-frontier",
      "context-prune-flush-metrics",
    ]);
  });

  it("refers to the entries of the session and copies nothing of them", async () => {
    const played = await run(...work("a"), flush());
    const [indexed] = entriesOf(played);
    const ids = played.requests.at(-1)?.entryIds;
    expect(indexed?.data).toMatchObject({
      toolCalls: [
        { toolCallId: "a", ref: "t1", entryId: ids?.[1], assistantEntryId: ids?.[0], turnIndex: 0 },
      ],
    });
    expect(JSON.stringify(indexed)).not.toContain("line 15 of the long text");
  });

  it("takes nothing a second time, live or after a reload", async () => {
    const played = await run(...work("a"), flush(), flush(), reload, flush());
    expect(outcomes(played)).toEqual(["summarized 1", "empty 0", "empty 0"]);
  });

  it("goes on counting refs over branches", async () => {
    const played = await run(...work("a"), flush(), moveTo(0), ...work("b"), flush());
    const refs = entriesOf(played).flatMap((it) =>
      it.type === "context-prune-index" ? it.data.toolCalls : [],
    );
    expect(refs.map(({ toolCallId, ref }) => `${toolCallId} ${ref}`)).toEqual(["a t1", "b t2"]);
  });

  it("leaves the latest results, and what nobody has read", async () => {
    const unread = turn(calls("c"), result("c", { text: longText(30, 3) }));
    const steps = [...work("a", longText(30, 1)), ...work("b", longText(30, 2)), unread];
    expect(outcomes(await run(...steps, flush()))).toEqual(["summarized 2"]);
    expect(outcomes(await run(...steps, flush({ keep: 1 })))).toEqual(["summarized 1"]);
  });

  it("takes nothing that a compaction took away", async () => {
    expect(outcomes(await run(...work("a"), compact(0), flush()))).toEqual(["empty 0"]);
  });
});

describe("small batches", () => {
  const settings = { minBatchChars: 1000 };

  it.each([
    [999, "skipped-trivial 0"],
    [1000, "summarized 1"],
    [1001, "summarized 1"],
  ])("of %i characters against a limit of 1000: %s", async (chars, outcome) => {
    expect(outcomes(await run(...work("a", chars), flush({ settings })))).toEqual([outcome]);
  });

  it("wait without being recorded as skipped, until they add up to the limit", async () => {
    const waiting = [...work("a", longText(18, 1)), flush({ settings })];
    const played = await run(...waiting, ...work("b", longText(18, 2)), flush({ settings }));
    expect(outcomes(played)).toEqual(["skipped-trivial 0", "summarized 2"]);
    expect(typesOf(await run(...waiting))).toEqual(["context-prune-flush-metrics"]);
  });

  it("go with the next large one", async () => {
    const steps = [...work("a", longText(10, 1)), ...work("b", longText(60, 2)), flush({ settings })];
    expect(outcomes(await run(...steps))).toEqual(["summarized 2"]);
  });
});

describe("a summary that is no shorter", () => {
  const verbose = flush({ summarizer: "verbose" });

  it("leaves the result as it is and is not asked for again under the same settings", async () => {
    const played = await run(...work("a"), verbose, verbose);
    expect(outcomes(played)).toEqual(["skipped-oversized 0", "empty 0"]);
    expect(stubs(played)).toEqual([]);
  });

  it("is asked for again when the setting changed that made it", async () => {
    const settings = { minBatchChars: 0, summarizerModel: "anthropic/other" };
    const played = await run(...work("a"), verbose, reload, flush({ settings }));
    expect(outcomes(played)).toEqual(["skipped-oversized 0", "summarized 1"]);
  });
});

describe("a flush that comes to nothing", () => {
  it("leaves everything as it was when the summarizer fails", async () => {
    const played = await run(...work("a"), flush({ summarizer: "failing" }), flush());
    expect(outcomes(played)).toEqual(["failed 0", "summarized 1"]);
    expect(played.reports[0]?.failures).toEqual(["no model"]);
  });

  it("writes nothing when it was cancelled", async () => {
    const played = await run(...work("a"), flush({ cancel: true }));
    expect(typesOf(played)).toEqual([]);
    expect(played.reports).toEqual([]);
  });

  it.each<[string, Step]>([
    ["moved to another branch", moveTo(0)],
    ["opened anew", reload],
  ])("writes nothing when the session was %s meanwhile", async (_name, meanwhile) => {
    const played = await run(...work("a"), flush({ meanwhile: [meanwhile] }));
    expect(typesOf(played)).toEqual([]);
  });

  it("does nothing while another one runs", async () => {
    const played = await run(...work("a"), flush({ meanwhile: [flush()] }));
    expect(outcomes(played)).toEqual(["summarized 1"]);
  });

  it("takes what came meanwhile the next time", async () => {
    const played = await run(
      ...work("a", longText(30, 1)),
      flush({ meanwhile: work("b", longText(30, 2)) }),
      flush(),
    );
    expect(outcomes(played)).toEqual(["summarized 1", "summarized 1"]);
    expect(stubs(played)).toHaveLength(2);
  });

  it("has no session to flush", async () => {
    const { pruner } = await run();
    pruner.close();
    expect(pruner.running).toBeUndefined();
    expect(new Pruner().state).toBeUndefined();
  });
});

describe("sessions of the reference", () => {
  const frontier = (id: string): Step => ({
    kind: "entry",
    type: "context-prune-frontier",
    data: {
      lastAttemptedToolCallId: id,
      lastAttemptedToolName: "bash",
      lastAttemptedTurnIndex: 0,
      lastAttemptedTimestamp: 1,
      attemptedBatchCount: 1,
      attemptedToolCallCount: 1,
      rawCharCount: 1,
      summaryCharCount: 1,
      outcome: "skipped-oversized",
    },
  });

  it("keep what their frontier passed", async () => {
    const played = await run(
      ...work("a", longText(30, 1)),
      frontier("a"),
      ...work("b", longText(30, 2)),
      flush(),
    );
    expect(stubs(played)).toEqual([expect.stringContaining("ref `t1`")]);
  });
});

describe("remarks that belong to no call", () => {
  it("stand in the latest stub of their batch that stays shorter with them", async () => {
    const texts = [longText(30, 1), "x".repeat(135)];
    const played = await run(
      turn(calls("a", "b"), result("a", { text: texts[0] ?? "" }), result("b", { text: texts[1] ?? "" })),
      turn(reply()),
      flush({ summarizer: "remarks" }),
    );
    expect(stubs(played).map((text) => text.includes("All of these calls were about one thing."))).toEqual([
      true,
      false,
    ]);
  });
});
