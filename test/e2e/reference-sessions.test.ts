import { expect, it } from "vitest";
import type { AgentMessage } from "../../src/model/message.ts";
import { long, output, query } from "../support/long-outputs.ts";
import type { Reply } from "../support/loopback/script.ts";
import { runPrint } from "../support/print.ts";
import { recordedRefs } from "../support/recorded-calls.ts";
import { stubsOfLast, textIn } from "../support/request-text.ts";
import { refOfStub, stubsIn } from "../support/requests.ts";
import { onStage } from "../support/stage.ts";
import { call, calls, longText, reply, result, transcript, user } from "../support/transcript.ts";
import {
  customEntry,
  customMessageEntry,
  type EntryDraft,
  messageEntry,
  writeSession,
} from "../support/written-session.ts";

const START = Date.UTC(2026, 0, 1);
const LINES = 60;
const TOOLS: Readonly<Record<string, string>> = { c2: "read" };

const messages = transcript(
  [
    user("look around"),
    calls(call("c1"), call("c2", "read", { path: "notes.md" })),
    result("c1", { text: longText(LINES, 1) }),
    result("c2", { text: longText(LINES, 2) }),
    reply("looked"),
    user("look again"),
    calls(call("c3", "bash", { command: "run c1" })),
    result("c3", { text: longText(LINES, 1) }),
    reply("nothing new"),
    user("a task of its own"),
    calls("c4"),
    result("c4", { text: longText(LINES, 4) }),
    reply("task done"),
    user("something the pruner has not seen"),
    calls("c5"),
    result("c5", { text: longText(LINES, 5) }),
    reply("seen"),
  ],
  { start: START, step: 1000 },
);

const at = (position: number): number => messages[position]?.timestamp ?? 0;
const resultAt = (id: string): number =>
  messages.find((message) => message.role === "toolResult" && message.toolCallId === id)?.timestamp ?? 0;

const refOf = (shortId: string, toolCallId: string) => ({
  shortId,
  toolCallId,
  resultTimestamp: resultAt(toolCallId),
});

function summaryMessage(text: string, refs: readonly ReturnType<typeof refOf>[]): EntryDraft {
  const names = refs.map(({ shortId }) => `\`${shortId}\``).join(", ");
  const footer = `**Summarized tool refs**: ${names}\nUse \`context_tree_query\` with these refs to retrieve the original full outputs.`;
  return customMessageEntry("context-prune-summary", `${text}\n\n---\n${footer}`, {
    toolCallRefs: refs,
    toolNames: refs.map(({ toolCallId }) => TOOLS[toolCallId] ?? "bash"),
    turnIndex: 0,
    timestamp: START,
  });
}

const record = (toolCallId: string, seed: number) => ({
  toolCallId,
  toolName: TOOLS[toolCallId] ?? "bash",
  args: { command: `run ${toolCallId}` },
  resultText: longText(LINES, seed),
  isError: false,
  turnIndex: 0,
  timestamp: START,
  resultTimestamp: resultAt(toolCallId),
});

const frontier = (toolCallId: string, outcome: string): EntryDraft =>
  customEntry("context-prune-frontier", {
    lastAttemptedToolCallId: toolCallId,
    lastAttemptedToolName: "bash",
    lastAttemptedTurnIndex: 0,
    lastAttemptedTimestamp: resultAt(toolCallId),
    attemptedBatchCount: 1,
    attemptedToolCallCount: 1,
    rawCharCount: 2000,
    summaryCharCount: 100,
    outcome,
  });

const spoken = (from: number, to: number): readonly EntryDraft[] =>
  messages.slice(from, to).map((message) => messageEntry(ofSandbox(message)));

// Host B says on stderr when it does not know the model that a session was made with.
const ofSandbox = (message: AgentMessage): AgentMessage =>
  message.role === "assistant" ? { ...message, provider: "loop", model: "main-1" } : message;

/** What the reference leaves behind in order: three flushes, the last with a compressed chain, and a turn since. */
const session: readonly EntryDraft[] = [
  ...spoken(0, 5),
  summaryMessage("- two places were looked at", [refOf("t1", "c1"), refOf("t2", "c2")]),
  customEntry("context-prune-index", { toolCalls: [record("c1", 1), record("c2", 2)] }),
  frontier("c2", "summarized"),
  ...spoken(5, 9),
  customEntry("context-prune-dedup-alias", {
    newToolCallId: "c3",
    originalToolCallId: "c1",
    newResultTimestamp: resultAt("c3"),
    originalResultTimestamp: resultAt("c1"),
  }),
  frontier("c3", "skipped-deduped"),
  ...spoken(9, 13),
  summaryMessage("- the task found its answer", [refOf("t3", "c4")]),
  customEntry("context-prune-index", { toolCalls: [record("c4", 4)] }),
  frontier("c4", "summarized"),
  customEntry("context-prune-stats", {
    totalInputTokens: 900,
    totalOutputTokens: 90,
    totalCost: 0.01,
    callCount: 2,
    chainsCompressed: 1,
    rangesSummarized: 0,
  }),
  customEntry("context-prune-chain", {
    blockId: "b1",
    startUserTimestamp: at(9),
    droppedToolCallIds: ["c4"],
    droppedOccurrenceKeys: [`c4@${resultAt("c4")}`],
    finalAssistantTimestamp: at(12),
    toolRefs: ["t3"],
    compressedAt: at(12) + 1,
  }),
  ...spoken(13, 17),
];

const shortStub = (ref: string) =>
  `[Summarized in pruner summary, ref \`${ref}\`. Use context_tree_query to retrieve full output.]`;

it("shows and resolves what the reference implementation has pruned, and goes on from there", async () => {
  const script: readonly Reply[] = [query(["t1", "t2", "t3", "c3"]), { text: "a" }];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const path = writeSession(sandbox, session);
    const run = await runPrint(sandbox, { prompts: ["go on"], session: path });
    expect([run.code, run.stdout, run.stderr]).toEqual([0, "a\n", ""]);
    const [asking, recovered] = loopback.requests;
    const seen = textIn(asking);
    expect(seen.split(shortStub("t1")).length - 1).toBe(2);
    expect(seen).toContain(shortStub("t2"));
    expect(seen).toContain("- two places were looked at");
    expect(seen).toContain('<compressed-chain id="b1"');
    expect(seen).toContain("- the task found its answer");
    for (const seed of [1, 2, 4]) expect(seen).not.toContain(longText(LINES, seed));
    // What it had not got to is ordinary work, under the next name.
    expect(asking && stubsIn(asking).map(refOfStub)).toEqual(["t4"]);
    expect(recordedRefs(run.entries)).toEqual([undefined, undefined, undefined, "t4"]);
    for (const seed of [1, 2, 4]) expect(textIn(recovered)).toContain(longText(LINES, seed));
    expect(loopback.violations).toEqual([]);
  });
});

it("leaves a session that any Pi opens without the extension, with everything in full", async () => {
  const script: readonly Reply[] = [
    long("alpha"),
    { text: "a" },
    { text: "b" },
    { text: "c" },
    query(["t1"]),
    { text: "d" },
  ];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const ours = await runPrint(sandbox, { prompts: ["one", "two"] });
    const stubs = stubsOfLast(loopback.requests);
    expect(stubs.map(refOfStub)).toEqual(["t1"]);
    const path = ours.sessionFile ?? "";
    const plain = await runPrint(sandbox, { prompts: ["three"], session: path, extensions: [] });
    expect([plain.code, plain.stdout, plain.stderr]).toEqual([0, "c\n", ""]);
    expect(stubsOfLast(loopback.requests)).toEqual([]);
    expect(textIn(loopback.requests.at(-1))).toContain("alpha 150 of a long output");
    const again = await runPrint(sandbox, { prompts: ["four"], session: path });
    expect([again.code, again.stdout, again.stderr]).toEqual([0, "d\n", ""]);
    expect(stubsOfLast(loopback.requests)).toEqual(stubs);
    // Host B keeps note of the tools a session has lost: ours is back.
    expect(textIn(loopback.requests.at(-1))).toContain(output("alpha"));
    expect(loopback.violations).toEqual([]);
  });
});
