import { initTheme } from "@mariozechner/pi-coding-agent";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { occurrenceKey } from "../../../src/model/occurrence.ts";
import { emptyState, type PruneState } from "../../../src/state/state.ts";
import { buildTree } from "../../../src/ui/tree/build-tree.ts";
import { callsBelow, type TreeNode } from "../../../src/ui/tree/nodes.ts";
import { TreePage, type TreePageParts } from "../../../src/ui/tree/tree-page.ts";
import { operate } from "../../support/operate.ts";
import { add, flush, prompt } from "../../support/played.ts";
import { anyText, anyWidth, expectToFit, keys, TestCustom, TestScreen } from "../../support/screen.ts";
import { call, calls, longText, reply, result, user } from "../../support/transcript.ts";

beforeAll(() => {
  initTheme("dark");
  vi.stubEnv("TZ", "UTC");
});
afterAll(() => vi.unstubAllEnvs());

const steps = [
  prompt("one"),
  flush(),
  prompt("two"),
  flush({ summarizer: "model" }),
  add(
    user("go"),
    calls(call("late", "bash", { command: "sleep 1" })),
    result("late", { text: longText(9) }),
    reply(),
  ),
];

describe("/pruner tree without a terminal", () => {
  it("lists batches with their calls, and what was not pruned", async () => {
    const { operator } = await operate(steps);
    const text = await operator.type("tree");
    expect(text).toMatchInlineSnapshot(`
      "  ▾ Turn 0 · 1 tool                                         2.0k -> 175 (-91%)
            t1 bash(npm test -- one)                              2.0k -> 175 (-91%)
        ▾ Turn 1 · 1 tool                                         2.7k -> 102 (-96%)
            t2 read(src/漢字/one.ts)                              2.7k -> 102 (-96%)
        ▾ Turn 3 · 1 tool                                         2.0k -> 196 (-90%)
            t3 bash(npm test -- two) [same as t1]                 2.0k -> 196 (-90%)
        ▾ Turn 4 · 1 tool                                         2.7k -> 123 (-95%)
            t4 read(src/漢字/two.ts) [same as t2]                 2.7k -> 123 (-95%)
        ▾ Not pruned · 3 calls                                                   342
            edit(README.md) [error] [no shorter stub]                             23
            edit(README.md) [error] [no shorter stub]                             23
            bash(sleep 1) [recent]                                               296"
    `);
    expect(Math.max(...text.split("\n").map((each) => each.length))).toBeLessThanOrEqual(79);
  });

  it("says so when there is nothing", async () => {
    const { operator } = await operate([]);
    expect(await operator.type("tree")).toBe("pruner: No pruned tool calls found in this session.");
  });
});

describe("the tree of a session", () => {
  const record = (id: string, more: object = {}) => ({
    toolCallId: id,
    toolName: "bash",
    ref: id,
    chars: 1000,
    stub: "s".repeat(100),
    ...more,
  });
  const withRecords = (...records: ReturnType<typeof record>[]): PruneState => {
    const state = emptyState();
    for (const each of records) {
      const key = occurrenceKey(each.toolCallId);
      state.records.set(key, each);
      state.keyOfRef.set(each.ref as never, key);
      state.refOfKey.set(key, each.ref as never);
    }
    return state;
  };
  const outline = (nodes: readonly TreeNode[]): unknown =>
    nodes.map((node) => [
      [node.title, node.ref, ...node.badges].filter(Boolean).join(" "),
      ...(node.children.length > 0 ? [outline(node.children)] : []),
    ]);

  it("has folded prompts with their batches, in the order of time", () => {
    const state = withRecords(
      record("t1", { turnIndex: 0, assistantEntryId: "a", resultTimestamp: 30 }),
      record("t2", { turnIndex: -1, assistantEntryId: "b", stub: undefined }),
      record("t3", { turnIndex: 4, assistantEntryId: "c", resultTimestamp: 10 }),
    );
    state.chains.set(20, {
      blockId: "b1",
      startUserTimestamp: 20,
      finalAssistantTimestamp: 25,
      droppedToolCallIds: ["t1", "t2"],
      toolRefs: ["t1", "t2"],
      compressedAt: 50,
      bodySource: "deterministic",
    });
    const nodes = buildTree({ state, uncovered: [], blockChars: new Map([["b1", 300]]) });
    expect(outline(nodes)).toEqual([
      ["Turn 4", [["bash t3"]]],
      [
        "Folded prompt b1 digest",
        [
          ["Turn 0", [["bash t1"]]],
          ["Turn", [["bash t2 output in full"]]],
        ],
      ],
    ]);
    expect([nodes[1]?.raw, nodes[1]?.shown]).toEqual([2000, 300]);
  });

  it("tells repeats, spills, errors and what a person took back", () => {
    const state = withRecords(
      record("t1", { turnIndex: 0, spilled: true, isError: true }),
      record("t2", { turnIndex: 0, arguments: [{ path: ["a"], text: "x", chars: 500 }] }),
    );
    state.aliases.set(occurrenceKey("repeat", 9), occurrenceKey("t1"));
    state.verbatim.set(occurrenceKey("t2"), "restored");
    const nodes = buildTree({ state, uncovered: [], blockChars: new Map() });
    expect(outline(nodes)).toEqual([
      ["Turn 0", [["bash t1 error spilled"], ["bash t2 arguments shortened restored"]]],
      ["Repeats", [["bash t1 error same as t1 spilled"]]],
    ]);
    expect(callsBelow(nodes).map(({ raw, shown }) => [raw, shown])).toEqual([
      [1000, 100],
      [1500, 1500],
      [1000, 100],
    ]);
  });
});

describe("the tree browser", () => {
  async function open() {
    const terminal = new TestCustom();
    const { operator } = await operate(steps, { custom: terminal.custom });
    const tree = await terminal.opened(operator.type("tree"));
    return { tree, terminal, operator };
  }

  it("is folded at first, and unfolds", async () => {
    const { tree } = await open();
    expect(tree.text()).toMatchInlineSnapshot(`
      "──────────────────────────────────────────────────────────────────────────────────────────
       pruned tool calls                                     7 calls · 9.8k -> 938 (-90%) chars
       >

       → ▸ Turn 0 · 1 tool                                                   2.0k -> 175 (-91%)
         ▸ Turn 1 · 1 tool                                                   2.7k -> 102 (-96%)
         ▸ Turn 3 · 1 tool                                                   2.0k -> 196 (-90%)
         ▸ Turn 4 · 1 tool                                                   2.7k -> 123 (-95%)
         ▸ Not pruned · 3 calls                                                             342

       1970-01-01 00:00:04 · 1 tool call · 2.0k -> 175 (-91%) chars

       enter fold · esc close · ctrl+o summary · type to filter
      ──────────────────────────────────────────────────────────────────────────────────────────"
    `);
    tree.press(keys.enter, keys.down);
    expect(tree.text()).toMatchInlineSnapshot(`
      "──────────────────────────────────────────────────────────────────────────────────────────
       pruned tool calls                                     7 calls · 9.8k -> 938 (-90%) chars
       >

         ▾ Turn 0 · 1 tool                                                   2.0k -> 175 (-91%)
       →     t1 bash(npm test -- one)                                        2.0k -> 175 (-91%)
         ▸ Turn 1 · 1 tool                                                   2.7k -> 102 (-96%)
         ▸ Turn 3 · 1 tool                                                   2.0k -> 196 (-90%)
         ▸ Turn 4 · 1 tool                                                   2.7k -> 123 (-95%)
         ▸ Not pruned · 3 calls                                                             342

       1970-01-01 00:00:04 · 2.0k -> 175 (-91%) chars

       enter original · esc close · ctrl+o summary · ctrl+r restore/prune · type to filter
      ──────────────────────────────────────────────────────────────────────────────────────────"
    `);
    tree.press(keys.left);
    expect(tree.text()).toContain("→ ▾ Turn 0");
    tree.press(keys.left);
    expect(tree.text()).toContain("→ ▸ Turn 0");
    expect(tree.text(40)).toMatchInlineSnapshot(`
      "────────────────────────────────────────
       pruned tool calls
       >

       → ▸ Turn 0 · 1 tool               -91%
         ▸ Turn 1 · 1 tool               -96%
         ▸ Turn 3 · 1 tool               -90%
         ▸ Turn 4 · 1 tool               -95%
         ▸ Not pruned · 3 calls           342

       1970-01-01 00:00:04 · 1 tool call ·
       2.0k -> 175 (-91%) chars

       enter fold · esc close
      ────────────────────────────────────────"
    `);
  });

  it("finds calls by their arguments, inside folded batches too", async () => {
    const { tree } = await open();
    tree.press(..."two.ts");
    expect(tree.text()).toContain("read(src/漢字/two.ts)");
    expect(tree.text()).not.toContain("one.ts");
  });

  it("reads an original over the tree, and what the model is shown", async () => {
    const { tree, terminal } = await open();
    tree.press(keys.enter, keys.down, keys.enter);
    await terminal.opened(Promise.resolve());
    expect(terminal.latest().place).toBe("overlay");
    expect(terminal.latest().text(60)).toContain("line 0 of the long text number 1");
    tree.press(keys.ctrlO);
    await terminal.opened(Promise.resolve());
    expect(terminal.latest().text(100)).toContain("context_tree_query");
    tree.press(keys.up, keys.ctrlO);
    await terminal.opened(Promise.resolve());
    expect(terminal.latest().text(100)).toContain("bash(npm test -- one)");
    expect(terminal.screens.map(({ place }) => place)).toEqual(["inline", "overlay", "overlay", "overlay"]);
  });

  it("takes a call back, and gives it up again", async () => {
    const { tree, operator } = await open();
    tree.press(keys.enter, keys.down, keys.ctrlR);
    expect(operator.marked).toEqual([["restored", ["t1"]]]);
    expect(tree.text()).toContain("`t1` shows in full from the next request on.");
    expect(tree.text()).toContain("[restored]");
    tree.press(keys.ctrlR);
    expect(operator.marked[1]).toEqual(["pruned", ["t1"]]);
    expect(tree.text()).not.toContain("[restored]");
  });

  it("is never wider or higher than the screen, and follows the selection", () => {
    const nodeOf = (children: fc.Arbitrary<readonly TreeNode[]>): fc.Arbitrary<TreeNode> =>
      fc.record({
        id: fc.uuid(),
        kind: fc.constantFrom("chain" as const, "batch" as const, "call" as const, "group" as const),
        title: anyText,
        ref: fc.option(fc.constantFrom("t1", "b12"), { nil: undefined }),
        badges: fc.array(anyText, { maxLength: 3 }),
        time: fc.option(fc.nat(), { nil: undefined }),
        raw: fc.nat(),
        shown: fc.nat(),
        children,
      });
    const few = (node: fc.Arbitrary<TreeNode>) => fc.array(node, { maxLength: 3 });
    const node = nodeOf(few(nodeOf(few(nodeOf(fc.constant([]))))));
    const press = fc.constantFrom(...Object.values(keys).filter((key) => key !== keys.escape));
    const input = fc.array(
      fc.oneof(
        press,
        anyText.map((text) => text.slice(0, 2)),
      ),
      { maxLength: 15 },
    );
    fc.assert(
      fc.property(
        fc.array(node),
        input,
        anyWidth,
        fc.integer({ min: 16, max: 40 }),
        (nodes, typed, width, rows) => {
          const parts: TreePageParts = {
            nodes: () => nodes,
            titleOf: ({ title }) => title,
            timeText: (time) => `${time}`,
            openSummary: () => {},
            openOriginal: () => {},
            restore: () => "done",
          };
          const screen = new TestScreen<void>((control) => new TreePage(parts, control), { rows });
          screen.press(...typed);
          expectToFit(screen, width);
          expect(screen.lines(width).length).toBeLessThanOrEqual(rows - 5);
          if (!screen.text(200).includes("nothing fits")) expect(screen.text(200)).toContain("→");
        },
      ),
      { numRuns: 60 },
    );
  });
});
