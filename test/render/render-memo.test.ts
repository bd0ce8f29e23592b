import { describe, expect, it } from "vitest";
import type { PruneEntry, ToolCallRecord } from "../../src/model/entries.ts";
import { exactHash } from "../../src/model/hash.ts";
import type { AgentMessage, Messages } from "../../src/model/message.ts";
import { pruneMessages } from "../../src/render/prune-messages.ts";
import { RenderMemo } from "../../src/render/render-memo.ts";
import type { Diagnostic } from "../../src/render/transform.ts";
import { fold } from "../../src/state/reducers.ts";
import {
  calls,
  compactionSummary,
  custom,
  type Line,
  longText,
  reply,
  result,
  transcript,
  user,
} from "../support/transcript.ts";
import { chain, task } from "./chains.ts";

const LONG = longText(40);
const OLD = { timestamp: undefined } as unknown as Line;

const index = (...toolCalls: readonly ToolCallRecord[]): PruneEntry => ({
  type: "context-prune-index",
  data: { toolCalls: [...toolCalls] },
});
const record = (rest: Partial<ToolCallRecord> = {}): ToolCallRecord => ({
  toolCallId: "a",
  toolName: "bash",
  ref: "t1",
  resultTimestamp: 12,
  chars: LONG.length,
  stub: "[pruned]",
  ...rest,
});
const summary = custom("what a did", {
  type: "context-prune-summary",
  details: { toolCallRefs: [{ shortId: "t1", toolCallId: "a", resultTimestamp: 12 }] },
});
const spilled = { spillPath: "/x/y.txt", spillBytes: LONG.length, resultPreview: "line 0" };

/** A render with what it reports. */
const collect = (render: (report: (it: Diagnostic) => void) => Messages): [Messages, Diagnostic[]] => {
  const found: Diagnostic[] = [];
  return [render((it) => found.push(it)), found];
};

/** Renders ever longer beginnings of some lines, each the same as if it were rendered anew. */
function expectAnew(parts: readonly (readonly Line[])[], entries: readonly PruneEntry[]): void {
  const memo = new RenderMemo();
  const state = fold(entries);
  const messages = transcript(parts.flat(), { start: 100 });
  let length = 0;
  for (const part of parts) {
    length += part.length;
    // Hosts copy their messages for every request.
    const array = structuredClone(messages.slice(0, length));
    const anew = collect((report) => pruneMessages(array, { state, report }));
    expect(collect((report) => memo.render(array, { state, report }))).toEqual(anew);
  }
}

const again: Line[] = [calls("a"), result("a", { text: LONG, at: 12 }), reply()];
const more: Line[] = [calls("z"), result("z"), reply()];

describe("a render that goes on from the last one is what a render anew would be", () => {
  it.each<readonly [string, readonly (readonly Line[])[], readonly PruneEntry[]]>([
    ["where nothing came that reaches back", [task, more, [user(), ...more]], [index(record())]],
    [
      "where only what came behind is changed",
      [[user(), reply()], [custom(), result("x"), ...more].slice(0, 2)],
      [index(record())],
    ],
    ["where a degradation is to be told again", [task, more, more], [chain({ startUserTimestamp: 7 })]],
    ["where one came in between", [task, [custom(), result("x"), ...more], more], [index(record())]],
    [
      "where a user message has the time of one that begins a chain",
      [
        [...task, ...more],
        [user("again", { at: 10 }), ...more],
      ],
      [chain()],
    ],
    [
      "where a reply has the time of one that ends a chain",
      [[...task, ...more], [reply("so", { at: 20 })]],
      [chain()],
    ],
    ["where an occurrence came again", [task, again], [index(record())]],
    [
      "where an old bare record could be of a later result, too",
      [task, [calls("a"), result("a", { text: LONG }), reply()]],
      [index({ toolCallId: "a", toolName: "bash", ref: "t1", ...spilled })],
    ],
    [
      "where results have no time",
      [
        [calls("a"), { ...result("a", { text: LONG }), ...OLD }, reply()],
        [calls("a"), { ...result("a", { text: LONG }), ...OLD }, reply()],
      ],
      [
        index({
          ...record({ entryId: "e", exactHash: exactHash([{ type: "text", text: LONG }]) }),
          resultTimestamp: undefined,
        } as never),
      ],
    ],
    [
      "where the summary of the reference came later",
      [task, [summary, ...more]],
      [index({ toolCallId: "a", toolName: "bash", ref: "t1", resultTimestamp: 12, resultText: LONG })],
    ],
    [
      "where the summary of the reference stood in front",
      [[user(), summary, reply()], again],
      [index({ toolCallId: "a", toolName: "bash", ref: "t1", resultTimestamp: 12, resultText: LONG })],
    ],
  ])("%s", (_, parts, entries) => expectAnew(parts, entries));

  it("where a message in front was changed", () => {
    const context = { state: fold([index(record())]), report: () => {} };
    const memo = new RenderMemo();
    for (const text of [LONG, `${LONG}!`]) {
      const messages = transcript([...task, ...more]).with(
        2,
        transcript([result("a", { text, at: 12, tool: "bash" })])[0] as AgentMessage,
      );
      expect(memo.render(messages, context)).toEqual(pruneMessages(messages, context));
    }
  });

  it("where something was recorded", () => {
    const memo = new RenderMemo();
    const entries = [index(record({ toolCallId: "b", ref: "t2", resultTimestamp: 14 })), index(record())];
    for (const count of [1, 2]) {
      const context = { state: fold(entries.slice(0, count)), report: () => {} };
      const messages = transcript([...task, ...more]);
      expect(memo.render(messages, context)).toEqual(pruneMessages(messages, context));
    }
  });

  it("where a compaction came", () => {
    const state = fold([index(record()), { type: "compaction" }]);
    const memo = new RenderMemo();
    memo.render(transcript(task), { state, report: () => {} });
    const messages = transcript([...task, compactionSummary(), ...more]);
    const context = { state, report: () => {} };
    expect(memo.render(messages, context)).toEqual(pruneMessages(messages, context));
  });

  it("whatever was done to what it gave out", () => {
    const context = { state: fold([chain()]), report: () => {} };
    const messages = transcript([...task, ...more, ...more]);
    const memo = new RenderMemo();
    for (const length of [9, 12, 12]) {
      const array = structuredClone(messages.slice(0, length));
      const rendered = memo.render(array, context);
      expect(rendered).toEqual(pruneMessages(array, context));
      for (const message of rendered.filter(({ timestamp }) => timestamp === 99))
        for (const block of (message as { content: { text?: string }[] }).content) block.text = "changed";
    }
  });
});
