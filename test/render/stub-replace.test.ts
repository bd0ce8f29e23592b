import { describe, expect, it } from "vitest";
import type { PruneEntry, ToolCallRecord } from "../../src/model/entries.ts";
import { contentHash, exactHash } from "../../src/model/hash.ts";
import type { AgentMessage, ToolResultMessage } from "../../src/model/message.ts";
import { renderedChars, resultBlocks } from "../../src/model/message.ts";
import { stubReplace } from "../../src/render/stub-replace.ts";
import { fold } from "../../src/state/reducers.ts";
import { deepFreeze } from "../support/deep-freeze.ts";
import {
  assistant,
  calls,
  custom,
  type Line,
  longText,
  reply,
  result,
  transcript,
  user,
} from "../support/transcript.ts";

const LONG = longText(30);

/** The record of a result as a flush would have made it. */
function recordOf(message: ToolResultMessage, rest: Partial<ToolCallRecord> = {}): ToolCallRecord {
  return {
    toolCallId: message.toolCallId,
    toolName: message.toolName,
    resultTimestamp: message.timestamp,
    ref: "t1",
    chars: LONG.length,
    stub: "a short text",
    ...rest,
  };
}

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

const finished = (...lines: readonly Line[]) =>
  transcript([user(), calls("a"), result("a", { text: LONG, error: true }), reply(), ...lines]);

describe("stubReplace", () => {
  it("shows the recorded text and keeps everything else of the result", () => {
    const messages = finished();
    const rendered = render(messages, index(recordOf(resultAt(messages, 2))));
    expect(rendered).toEqual(
      messages.map((message, at) =>
        at === 2 ? { ...message, content: [{ type: "text", text: "a short text" }] } : message,
      ),
    );
    expect(rendered[2]).toMatchObject({ isError: true, toolCallId: "a", timestamp: 1002 });
  });

  it("returns the messages themselves when nothing is recorded, and when nothing recorded is among them", () => {
    const messages = finished();
    const other = recordOf(resultAt(messages, 2), { toolCallId: "other" });
    expect(render(messages)).toBe(messages);
    expect(render(messages, index(other))).toBe(messages);
  });

  it.each<[string, Line]>([
    ["a prompt", user()],
    ["a failed reply", assistant({ stopReason: "error" })],
    ["an aborted reply", reply("half", { stopReason: "aborted" })],
  ])("shows a result whole that has only %s behind it, whatever is recorded", (_name, behind) => {
    const messages = transcript([calls("a"), result("a", { text: LONG }), behind]);
    expect(changed(messages, index(recordOf(resultAt(messages, 1))))).toEqual([]);
  });

  it("leaves a later result alone that has the same id", () => {
    const messages = finished(calls("a"), result("a", { text: LONG }), reply());
    expect(changed(messages, index(recordOf(resultAt(messages, 2))))).toEqual([2]);
  });

  it("leaves a result alone that is no longer as long as the one it was made from", () => {
    const messages = finished();
    expect(changed(messages, index(recordOf(resultAt(messages, 2), { chars: LONG.length - 1 })))).toEqual([]);
  });

  it("leaves a result alone in which something was masked, letter by letter", () => {
    const messages = finished();
    const original = resultAt(messages, 2);
    const indexed = index(recordOf(original, { contentHash: contentHash(original.toolName, LONG) }));
    const content = [{ type: "text" as const, text: LONG.replace(/\w/, "*") }];
    expect(changed(messages, indexed)).toEqual([2]);
    expect(changed(messages.with(2, { ...original, content }), indexed)).toEqual([]);
    // The reference's hash knows no blanks at the ends.
    const longer = [{ type: "text" as const, text: `${LONG}  ` }];
    expect(changed(messages.with(2, { ...original, content: longer }), indexed)).toEqual([]);
  });

  it("leaves a result alone that its stub would not make shorter", () => {
    const messages = finished();
    expect(changed(messages, index(recordOf(resultAt(messages, 2), { stub: LONG })))).toEqual([]);
  });

  it("tells results with the same id and millisecond apart by their content", () => {
    const texts = [longText(30, 1), longText(30, 2)];
    const messages = transcript([
      calls("a", "a"),
      ...texts.map((text) => result("a", { text, at: 5 })),
      reply(),
    ]);
    const records = [1, 2].map((at) => {
      const message = resultAt(messages, at);
      return recordOf(message, {
        chars: renderedChars(message.content),
        ordinal: at - 1,
        ref: `t${at}`,
        exactHash: exactHash(resultBlocks(message.content)),
      });
    });
    expect(changed(messages, index(...records))).toEqual([1, 2]);
    // The first one is gone, with a compaction or by another extension: the second is now the first of its name.
    expect(changed(messages.toSpliced(1, 1), index(...records))).toEqual([]);
  });

  it("leaves results with the same id and millisecond alone that no record tells apart", () => {
    const twins = [1, 2, 3].map((seed) => result("a", { text: longText(30, seed), at: 5 }));
    const messages = transcript([calls("a", "a", "a"), ...twins, reply()]);
    const record = (at: number) => recordOf(resultAt(messages, at), { ordinal: at - 1, ref: `t${at}` });
    expect(changed(messages, index(record(1), record(2)))).toEqual([]);
    expect(changed(messages, index(record(3)))).toEqual([]);
  });

  it("leaves a result alone whose record says nothing of what it was made from", () => {
    const messages = finished();
    const { chars: _, ...silent } = recordOf(resultAt(messages, 2));
    expect(changed(messages, index(silent))).toEqual([]);
  });

  it("shows raw what a person took back, and what is protected since", () => {
    const messages = finished();
    const indexed = index(recordOf(resultAt(messages, 2)));
    const restored: PruneEntry = { type: "context-prune-effect", data: { kind: "restored", refs: ["t1"] } };
    const pruned: PruneEntry = { type: "context-prune-effect", data: { kind: "pruned", refs: ["t1"] } };
    expect(changed(messages, indexed, restored)).toEqual([]);
    expect(changed(messages, indexed, restored, pruned)).toEqual([2]);
  });
});

describe("stubReplace in front of another extension's changes", () => {
  const messages = finished(user(), reply());
  const indexed = index(recordOf(resultAt(messages, 2)));

  it("still finds its results among clones, and behind a head that was cut", () => {
    expect(changed(structuredClone(messages), indexed)).toEqual([2]);
    const cut = [...transcript([custom("the first 30 messages in short")]), ...messages.slice(1)];
    expect(changed(cut, indexed)).toEqual([2]);
  });

  it("leaves a result alone whose time was changed", () => {
    const moved = messages.with(2, { ...resultAt(messages, 2), timestamp: 7 });
    expect(changed(moved, indexed)).toEqual([]);
  });

  it("changes nothing when it is applied a second time", () => {
    const once = render(messages, indexed);
    expect(render(once, indexed)).toBe(once);
  });
});
