import { expect } from "vitest";
import type { AgentMessage } from "../../../src/model/message.ts";
import { expectSame } from "../expect-same.ts";
import type { Watch } from "../play.ts";
import { sourceOf } from "../source.ts";

/**
 * Nothing to do returns the array itself; what changes are the content of results and strings in the arguments of
 * calls; a second render of the same messages changes nothing. The arrays are frozen, so that a write throws.
 */
export const untouched: Watch = {
  request({ array, rendered }, { pruner }) {
    if (rendered.length === array.length && rendered.every((message, index) => message === array[index]))
      expect(rendered).toBe(array);
    for (const shown of rendered) expectOnlyContentChanged(array[sourceOf(shown) ?? -1], shown);
    expect(pruner.render(rendered)).toBe(rendered);
    // The render of the real request is what the pruner reports on.
    pruner.render(array);
  },
};

function expectOnlyContentChanged(source: AgentMessage | undefined, shown: AgentMessage): void {
  if (shown === source) return;
  // Behind the summary of a compaction stands which refs are still there to be had.
  if (source?.role === "compactionSummary" && shown.role === "compactionSummary") {
    expect(shown.summary.startsWith(source.summary)).toBe(true);
    expectSame({ ...shown, summary: "" }, { ...source, summary: "" });
    return;
  }
  const { content: before, ...rest } = source as AgentMessage & { content?: unknown };
  const { content: after, ...kept } = shown as AgentMessage & { content?: unknown };
  expectSame(kept, rest);
  if (shown.role === "toolResult") expect(after).toEqual([{ type: "text", text: expect.any(String) }]);
  else expectOnlyArgumentsChanged(source, before, after);
}

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
    if (block.type !== "toolCall") expect(block).toBe(blocks?.[index]);
}

/** Blocks with every string in the arguments of calls blanked. */
function withoutStrings(content: unknown): unknown {
  return JSON.parse(JSON.stringify(content), (key, value) =>
    key === "arguments"
      ? JSON.parse(JSON.stringify(value), (_, item) => (typeof item === "string" ? "" : item))
      : value,
  );
}
