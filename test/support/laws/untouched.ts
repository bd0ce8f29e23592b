import { expect } from "vitest";
import {
  type AgentMessage,
  isAnswer,
  type Messages,
  textOf,
  toolCallsOf,
} from "../../../src/model/message.ts";
import { hasLegacyBareRecord, showsStubs } from "../../../src/state/queries.ts";
import type { PruneState } from "../../../src/state/state.ts";
import { expectSame } from "../expect-same.ts";
import type { Watch } from "../play.ts";
import { sourceOf } from "../source.ts";

/**
 * Nothing to do returns the array itself; what changes are the content of results, strings in the arguments of calls,
 * the thinking of a compressed chain's reply with the names that need it, and what stands in the place of its work; a second render of the same
 * messages changes nothing. The arrays are frozen, so that a write throws.
 */
export const untouched: Watch = {
  request({ array, rendered }, { pruner }) {
    if (!pruner.state || !showsStubs(pruner.state)) expect(rendered).toBe(array);
    if (rendered.length === array.length && rendered.every((message, index) => message === array[index]))
      expect(rendered).toBe(array);
    for (const shown of rendered) expectOwnChange(array[sourceOf(shown) ?? -1], shown);
    // Among results that go by the same name, one that is taken out changes which is which.
    if (!hasTwins(array, pruner.state)) expect(pruner.render(rendered)).toBe(rendered);
    // The render of the real request is what the pruner reports on.
    pruner.render(array);
  },
};

function hasTwins(messages: Messages, state: Readonly<PruneState> | undefined): boolean {
  const names = messages.flatMap((message) => {
    if (message.role !== "toolResult") return [];
    const { toolCallId: id, timestamp } = message;
    return state && hasLegacyBareRecord(state, id) ? [id] : [`${id}@${timestamp}`];
  });
  return new Set(names).size < names.length;
}

function expectOwnChange(source: AgentMessage | undefined, shown: AgentMessage): void {
  if (shown === source) return;
  if (source === undefined) expectBlock(shown);
  else if (source.role === "compactionSummary") expectLonger(source, shown);
  else expectOnlyContentChanged(source, shown);
}

/** The one kind of message that the render makes up. */
function expectBlock(shown: AgentMessage): void {
  expect(shown.role).toBe("user");
  expect(textOf("content" in shown && shown.content)).toMatch(/^<compressed-chain id="b\d+" /);
}

/** Behind the summary of a compaction stands which refs are still there to be had. */
function expectLonger(
  source: Extract<AgentMessage, { role: "compactionSummary" }>,
  shown: AgentMessage,
): void {
  const summary = "summary" in shown ? shown.summary : "";
  expect(summary.startsWith(source.summary)).toBe(true);
  expectSame({ ...shown, summary: "" }, { ...source, summary: "" });
}

function expectOnlyContentChanged(source: AgentMessage, shown: AgentMessage): void {
  const { content: before, ...rest } = source as AgentMessage & { content?: unknown };
  const { content: after, ...kept } = shown as AgentMessage & { content?: unknown };
  expectSame(kept, rest);
  if (shown.role === "toolResult") expect(after).toEqual([{ type: "text", text: expect.any(String) }]);
  else if (isAnswer(source) && toolCallsOf(source).length === 0) expectSame(after, withoutThinking(before));
  else expectOnlyArgumentsChanged(source, before, after);
}

const withoutThinking = (content: unknown): unknown =>
  (content as readonly { type?: unknown; textSignature?: unknown }[]).flatMap(
    ({ textSignature: _, ...block }) => (block.type === "thinking" ? [] : [block]),
  );

// Whatever else is in a block, signatures above all, goes back to the provider as it came.
function expectOnlyArgumentsChanged(
  message: AgentMessage | undefined,
  before: unknown,
  after: unknown,
): void {
  expect(message?.role).toBe("assistant");
  expectSame(withoutStrings(after), withoutStrings(before));
  const [blocks, shown] = [before, after] as readonly (readonly { type: string }[])[];
  for (const [index, block] of (shown ?? []).entries())
    if (block.type !== "toolCall") expect(block).toStrictEqual(blocks?.[index]);
}

/** Blocks with every string in the arguments of calls blanked. */
function withoutStrings(content: unknown): unknown {
  return JSON.parse(JSON.stringify(content), (key, value) =>
    key === "arguments"
      ? JSON.parse(JSON.stringify(value), (_, item) => (typeof item === "string" ? "" : item))
      : value,
  );
}
