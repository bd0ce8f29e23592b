import { describe, expect, it } from "vitest";
import { digestCall } from "../../src/digest/digest.ts";
import { buildKnowledge, type ContextItem } from "../../src/digest/knowledge.ts";
import { DEFAULT_BUDGET } from "../../src/digest/types.ts";
import { hashWord } from "../../src/digest/words.ts";

const read = (
  id: string,
  args: Record<string, unknown>,
  given: Partial<ContextItem & { kind: "result" }> = {},
): ContextItem[] => [
  { kind: "call", id, toolName: "read", args },
  { kind: "result", id, text: `text of ${id}`, isError: false, stays: false, ...given },
];
const did = (id: string, toolName: string, isError = false): ContextItem[] => [
  { kind: "call", id, toolName, args: { path: "a.ts", content: "new" } },
  { kind: "result", id, text: "done", isError, stays: true },
];
/** The same with arguments that are not shown whole. */
const condensed = (id: string, toolName: string): ContextItem[] =>
  did(id, toolName).map((item) => (item.kind === "call" ? { ...item, shown: { path: "a.ts" } } : item));
const a = { path: "a.ts" };
const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join("\n");
const factsOf = (items: readonly ContextItem[], id: string) => {
  const { supersededBy, editsSince, previousText } = buildKnowledge(items).of(id);
  return { supersededBy, editsSince, previousText };
};
const WRITTEN = "superseded: the file was written anew later";
const EDITED_TWICE = "superseded: the file was edited later (2 edits)";
const READ_AGAIN = "superseded: the same lines were read again later";

describe("a read of lines that were read before", () => {
  it("says how they differ", () => {
    const lines = Array.from({ length: 80 }, (_, at) => `export const setting${at} = ${at};`);
    const text = lines.with(40, "export const setting40 = true;").join("\n");
    const items = [...read("one", a, { text: lines.join("\n"), stays: true }), ...read("two", a, { text })];
    const call = { toolName: "read", args: a, text, isError: false, imageCount: 0 };
    const digest = digestCall(call, DEFAULT_BUDGET, buildKnowledge(items).of("two"));
    expect(digest.split("\n").slice(0, 6)).toEqual([
      "changed since the previous read of these lines:",
      "@@ -40,3 +40,3 @@",
      " export const setting39 = 39;",
      "-(line 41)",
      "+export const setting40 = true;",
      " export const setting41 = 41;",
    ]);
  });
});

describe("what is known of words", () => {
  const { of, learn } = buildKnowledge([
    { kind: "user", text: "please fix getMarkdownTheme" },
    {
      kind: "call",
      id: "1",
      toolName: "bash",
      args: { command: "grep drawChart src/ui/chart.ts", limits: [4711] },
    },
    { kind: "result", id: "1", text: "found keptResult", isError: false, stays: true },
    ...read("2", a, { text: "prunedOnly and pruned_too" }),
  ]);
  const { isKnown, isTopical } = of("2");

  it("holds those of messages, arguments at any depth, and results that stay", () => {
    const words = ["getMarkdownTheme", "drawChart", "src/ui/chart.ts", "4711", "keptResult", "prunedOnly"];
    expect(words.map((word) => isKnown?.(hashWord(word)))).toEqual([true, true, true, true, true, false]);
  });

  it("holds their parts as topics", () => {
    const parts = ["markdown", "theme", "chart", "pruned"];
    expect(parts.map((part) => isTopical?.(hashWord(part)))).toEqual([true, true, true, false]);
  });

  it("takes up what is learned", () => {
    learn("names: pruned_too");
    expect(isKnown?.(hashWord("pruned_too"))).toBe(true);
  });
});

describe("what later calls make of a read", () => {
  it.each<[string, ContextItem[], object]>([
    ["nothing came later", [], {}],
    ["the file was written", did("w", "write"), { supersededBy: WRITTEN }],
    ["the write failed", did("w", "write", true), {}],
    ["it was edited twice", [...did("e", "edit"), ...did("f", "edit")], { supersededBy: EDITED_TWICE }],
    [
      "one of two edits can be read",
      [...condensed("e", "edit"), ...did("f", "edit")],
      { supersededBy: EDITED_TWICE },
    ],
    ["no edit can be read", [...condensed("e", "edit"), ...condensed("f", "edit")], { editsSince: 2 }],
    ["it was read again and that stays", read("r", a, { stays: true }), { supersededBy: READ_AGAIN }],
    ["it was read again but that goes too", read("r", a), {}],
    ["only part of it was read again", read("r", { path: "a.ts", offset: 10 }, { stays: true }), {}],
    ["another file was read", read("r", { path: "b.ts" }, { stays: true }), {}],
  ])("%s", (_, later, facts) => {
    const none = { supersededBy: undefined, editsSince: undefined, previousText: undefined };
    expect(factsOf([...read("first", a), ...later], "first")).toEqual({ ...none, ...facts });
  });

  it("a part is superseded by the whole, however the path is written", () => {
    const items = [
      ...read("part", { path: "./a.ts", offset: 5, limit: 10 }, { text: lines(10) }),
      ...read("r", a, { stays: true, text: lines(20) }),
    ];
    expect(factsOf(items, "part").supersededBy).toBe(READ_AGAIN);
  });

  it.each([
    ["[Showing lines 1-20 of 99. Use offset=21 to continue.]", 20],
    ["[79 more lines in file. Use offset=21 to continue.]", 20],
    ["[truncated]", 20],
    ["", 20],
  ])("a part is not superseded by a whole that was cut in front of it: %s", (notice, shown) => {
    const whole = ["whole", a, { stays: true, text: `${lines(shown)}\n\n${notice}` }] as const;
    const part = (offset: number, given = {}) => {
      const items = [
        ...read("part", { ...a, offset, limit: 5 }, { text: lines(5), ...given }),
        ...read(...whole),
      ];
      return factsOf(items, "part").supersededBy;
    };
    expect(part(30)).toBeUndefined();
    expect(part(30, { text: lines(3) })).toBeUndefined();
    expect(part(18)).toBeUndefined();
    expect(part(16)).toBe(READ_AGAIN);
  });

  it.each([
    ["/home/x/shop/src/a.ts", "src/a.ts", true],
    ["file:///home/x/shop/src/a.ts", "./src//a.ts", true],
    ["@src/a.ts", "lib/../src/a.ts", true],
    ["/home/x/other/src/a.ts", "src/a.ts", false],
    ["~/shop/src/a.ts", "src/a.ts", false],
  ])("%s and %s are one file: %j", (one, other, same) => {
    const items = [...read("1", { path: one }), ...read("2", { path: other }, { stays: true })];
    const { supersededBy } = buildKnowledge(items, "/home/x/shop").of("1");
    expect(supersededBy).toBe(same ? READ_AGAIN : undefined);
  });

  it("the whole file is superseded by the whole file, though it lost lines since", () => {
    const items = [...read("1", a, { text: lines(30) }), ...read("2", a, { stays: true, text: lines(20) })];
    expect(factsOf(items, "1").supersededBy).toBe(READ_AGAIN);
  });

  it("nothing is superseded by a read that left the context before", () => {
    const items = [...read("1", a), ...read("2", a, { stays: true, isStub: true })];
    expect(factsOf(items, "1").supersededBy).toBeUndefined();
  });

  it("a write whose text does not stay counts as an edit", () => {
    const [call, done] = did("w", "write");
    const items = [...read("1", a), { ...call, shown: { path: "a.ts" } } as ContextItem, done as ContextItem];
    expect(factsOf(items, "1")).toEqual({ supersededBy: undefined, editsSince: 1, previousText: undefined });
  });

  it("a re-read knows what the same lines were before", () => {
    const items = [...read("1", a), ...read("2", { path: "a.ts", limit: 5 }), ...read("3", a)];
    expect(factsOf(items, "3").previousText).toBe("text of 1");
    expect(factsOf(items, "2").previousText).toBeUndefined();
  });

  it("a re-read is compared with no text that is gone", () => {
    const rewritten = [...read("1", a), ...did("w", "write"), ...read("2", a)];
    expect(factsOf(rewritten, "1").supersededBy).toBe(WRITTEN);
    expect(factsOf(rewritten, "2").previousText).toBeUndefined();
    const stubbed = [...read("1", a, { stays: true, isStub: true }), ...read("2", a)];
    expect(factsOf(stubbed, "2").previousText).toBeUndefined();
  });
});
