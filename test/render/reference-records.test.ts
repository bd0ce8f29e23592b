import { describe, expect, it } from "vitest";
import type { PruneEntry, ToolCallRecord } from "../../src/model/entries.ts";
import { contentHash } from "../../src/model/hash.ts";
import type { AgentMessage, ToolResultMessage } from "../../src/model/message.ts";
import { stubReplace } from "../../src/render/stub-replace.ts";
import { fold } from "../../src/state/reducers.ts";
import { deepFreeze } from "../support/deep-freeze.ts";
import { calls, custom, longText, reply, result, transcript, user } from "../support/transcript.ts";

const LONG = longText(30);

const index = (...toolCalls: readonly ToolCallRecord[]): PruneEntry => ({
  type: "context-prune-index",
  data: { toolCalls: [...toolCalls] },
});

const render = (messages: readonly AgentMessage[], ...entries: readonly PruneEntry[]) =>
  stubReplace(deepFreeze(messages), { state: fold(entries), report: () => {} });

/** Positions of the messages that changed. */
const changed = (messages: readonly AgentMessage[], ...entries: readonly PruneEntry[]): readonly number[] =>
  render(messages, ...entries).flatMap((message, at) => (message === messages[at] ? [] : [at]));

const resultAt = (messages: readonly AgentMessage[], at: number) => messages[at] as ToolResultMessage;

describe("records of the reference", () => {
  const messages = transcript([user(), calls("a"), result("a", { text: LONG, error: true }), reply()]);
  const record = (rest: Partial<ToolCallRecord>) => {
    const { toolCallId, toolName, timestamp } = resultAt(messages, 2);
    return index({ toolCallId, toolName, resultTimestamp: timestamp, ref: "t1", ...rest });
  };
  const summary = custom("what a did", {
    type: "context-prune-summary",
    details: { toolCallRefs: [{ shortId: "t1", toolCallId: "a" }] },
  });
  const described = [...messages, ...transcript([summary, reply()], { start: 3000 })];
  const shown = "[Summarized in pruner summary, ref `t1`. Use context_tree_query to retrieve full output.]";

  it("show the reference's stub where the summary stands in a message", () => {
    expect(render(described, record({ resultText: LONG }))[2]).toMatchObject({ content: [{ text: shown }] });
  });

  it("show nothing where it does not: no stub goes without its summary", () => {
    expect(changed(messages, record({ resultText: LONG }))).toEqual([]);
  });

  it("show nothing where the text is another one", () => {
    expect(changed(described, record({ resultText: "something else" }))).toEqual([]);
  });

  const spilled = (rest: Partial<ToolCallRecord> = {}) =>
    record({ spillPath: "/x/y.txt", spillBytes: LONG.length, resultPreview: LONG.slice(0, 20), ...rest });

  it("show the preview of a spilled result with its path", () => {
    const rendered = render(messages, spilled());
    expect(rendered[2]).toMatchObject({ content: [{ text: expect.stringContaining("/x/y.txt") }] });
  });

  it("take a preview that was cut inside a character for the beginning it is", () => {
    expect(changed(messages, spilled({ resultPreview: `${LONG.slice(0, 20)}\ufffd` }))).toEqual([2]);
  });

  it.each([
    ["shortened", LONG.slice(1), {}],
    ["masked in what the preview shows", LONG.replace(/\w/, "*"), {}],
    ["masked behind it", LONG.replace(/\w$/, "*"), { contentHash: contentHash("bash", LONG) }],
  ])("show no preview of a spilled result that was %s since", (_how, text, rest) => {
    const content = [{ type: "text" as const, text }];
    expect(changed(messages.with(2, { ...resultAt(messages, 2), content }), spilled(rest))).toEqual([]);
  });

  it("stand for a repeat of their result only while it still is one", () => {
    const repeated = [
      ...described.slice(0, 4),
      ...transcript([calls("b"), result("b", { text: `${LONG}\n` }), reply()], { start: 2000 }),
      ...described.slice(4),
    ];
    const alias: PruneEntry = {
      type: "context-prune-dedup-alias",
      data: {
        newToolCallId: "b",
        originalToolCallId: "a",
        newResultTimestamp: 2001,
        originalResultTimestamp: 1002,
      },
    };
    const entries = [record({ resultText: LONG }), alias];
    expect(changed(repeated, ...entries)).toEqual([2, 5]);
    const restored: PruneEntry = { type: "context-prune-effect", data: { kind: "restored", refs: ["t1"] } };
    expect(changed(repeated, ...entries, restored)).toEqual([]);
    const content = [{ type: "text" as const, text: `${LONG}!` }];
    expect(changed(repeated.with(5, { ...resultAt(repeated, 5), content }), ...entries)).toEqual([2]);
  });

  it("stand by their bare id for the first result with their text alone, however the context grows", () => {
    const { toolCallId, toolName } = resultAt(described, 2);
    const bare = index({ toolCallId, toolName, ref: "t1", resultText: LONG });
    const other = transcript([calls("a"), result("a", { text: longText(31) }), reply()], { start: 500 });
    const again = transcript([calls("a"), result("a", { text: LONG }), reply()], { start: 4000 });
    expect(changed([...other, ...described], bare)).toEqual([5]);
    expect(changed([...other, ...described, ...again], bare)).toEqual([5]);
  });

  it("stand for a result by its bare id only while nothing else is known under it", () => {
    const { toolCallId, toolName } = resultAt(described, 2);
    const bare = { toolCallId, toolName, ref: "t1", resultText: LONG };
    expect(changed(described, index(bare))).toEqual([2]);
    expect(changed(described, index(bare, { toolCallId, toolName, resultTimestamp: 1, ref: "t2" }))).toEqual(
      [],
    );
  });
});
