import { describe, expect, it } from "vitest";
import { findCopiedPlaceholder, placeholdersIn } from "../../src/flush/copied-placeholder.ts";
import type { PruneEntry, ToolCallRecord } from "../../src/model/entries.ts";

const condensed = "[condensed `t7` #k3f9x2 · 40 lines: import x]";
const purged = '<purged-errored-args size="30000" ref="t8" nonce="k3f9x2"/>';
const placeholders = [
  { text: condensed, ref: "t7" },
  { text: purged, ref: "t8" },
];

describe("a placeholder in new arguments", () => {
  it.each([
    ["the whole string", { path: "a.ts", content: condensed }, "t7"],
    ["part of a longer text", { content: `// see\n${purged}\n// end` }, "t8"],
    ["deep inside", { edits: [{ oldText: "a", newText: { text: [condensed] } }] }, "t7"],
  ])("is found as %s", (_, args, ref) => {
    expect(findCopiedPlaceholder(args, placeholders)?.ref).toBe(ref);
  });

  it.each([
    ["another session's", { content: condensed.replace("k3f9x2", "aaaaaa") }],
    ["only its beginning", { content: condensed.slice(0, -1) }],
    ["as a key", { [condensed]: "x" }],
    ["the reference's own wording", { content: '<purged-errored-args size="30000"/>' }],
    ["none", { content: "text", n: 7 }],
    ["no arguments at all", undefined],
  ])("is not found: %s", (_, args) => {
    expect(findCopiedPlaceholder(args, placeholders)).toBeUndefined();
  });

  it("is answered with how to get the original", () => {
    expect(findCopiedPlaceholder({ content: condensed }, placeholders)?.reason).toMatchInlineSnapshot(
      `"These arguments hold a placeholder that stands for a long argument of the earlier call \`t7\`, not its text. Nothing was run. Get the original with context_tree_query({ toolCallIds: ["t7"], args: true }) and call again with the full text."`,
    );
  });
});

it("every placeholder that was ever shown can be found", () => {
  const record: ToolCallRecord = {
    toolCallId: "a",
    toolName: "write",
    resultTimestamp: 5,
    ref: "t7",
    arguments: [{ path: ["content"], text: condensed, chars: 900 }],
  };
  const late: ToolCallRecord = { toolCallId: "b", toolName: "write", resultTimestamp: 6, ref: "t8" };
  const entries: PruneEntry[] = [
    { type: "context-prune-index", data: { toolCalls: [record, late] } },
    {
      type: "context-prune-effect",
      data: { kind: "arguments", calls: [{ ref: "t8", arguments: [{ path: ["command"], text: purged }] }] },
    },
  ];
  expect([...placeholdersIn(entries)]).toEqual(placeholders);
});
