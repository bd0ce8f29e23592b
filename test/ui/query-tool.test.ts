import type { ExtensionContext, Theme } from "@mariozechner/pi-coding-agent";
import { visibleWidth } from "@mariozechner/pi-tui";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { expect, test } from "vitest";
import { textOf } from "../../src/model/message.ts";
import type { Sources } from "../../src/recovery/query.ts";
import { prepareArguments, QueryParameters } from "../../src/ui/query-params.ts";
import { createQueryTool } from "../../src/ui/query-tool.ts";
import { numbered, sourcesOf } from "../support/archive.ts";
import { anyText, anyWidth, plainPaint } from "../support/screen.ts";

const context = {} as ExtensionContext;
const theme = plainPaint as unknown as Theme;

const tool = (sources: Sources | undefined = sourcesOf(numbered(["one\ntwo", "three"]))) =>
  createQueryTool({ open: () => sources });

const run = (params: unknown, of = tool()) =>
  of.execute("call", prepareArguments(params), undefined, undefined, context);

const render = (
  content: unknown,
  details: unknown,
  { expanded = false, isError = false, width = 80 } = {},
) => {
  // The host's context of a renderer holds much more; this one asks whether the result is an error.
  const rest = [{ expanded, isPartial: false }, theme, { isError }] as unknown as [never, never, never];
  return tool()
    .renderResult?.({ content, details } as never, ...rest)
    .render(width);
};

test("a query is answered with content and with details in names and numbers", async () => {
  const { content, details } = await run({ toolCallIds: ["t1", "t9"] });
  expect(textOf(content)).toContain("## toolRef: t1\nTool: bash\nStatus: OK\nTurn: 3\n\none\ntwo\n");
  expect(details).toEqual({ refs: ["t1"], missing: 0, unknown: 1, images: 0, bytes: expect.any(Number) });
  expect(structuredClone(details)).toEqual(JSON.parse(JSON.stringify(details)));
});

test("every call is answered from what is there at that moment", async () => {
  let sources: Sources | undefined = sourcesOf(numbered(["one"]));
  const seen: unknown[] = [];
  const asking = createQueryTool({
    open: (ctx) => {
      seen.push(ctx);
      return sources;
    },
  });
  expect(textOf((await run("t1", asking)).content)).toContain("one");
  sources = sourcesOf(numbered(["two"]));
  expect(textOf((await run("t1", asking)).content)).toContain("two");
  sources = undefined;
  await expect(run("t1", asking)).rejects.toThrow("No session is open");
  expect(seen).toEqual([context, context, context]);
});

test("a query of which nothing can be answered is an error that says what to ask", async () => {
  await expect(run({ toolCallIds: ["t9"] })).rejects.toThrow(
    "Not found: `t9`. On this branch refs run from t1 to t2 (2 archived outputs).",
  );
  await expect(run({})).rejects.toThrow("toolCallIds names no output.");
  await expect(run({ toolCallIds: ["t1"], lines: "?" })).rejects.toThrow("lines: `?` is none of");
});

test.each<[unknown, QueryParameters]>([
  ["t1", { toolCallIds: ["t1"] }],
  [["t1", 7, null, "", "t2"], { toolCallIds: ["t1", "7", "t2"] }],
  [{ toolCallIds: "t1, t2" }, { toolCallIds: ["t1, t2"] }],
  [{ toolCallId: "t1" }, { toolCallIds: ["t1"] }],
  [{ refs: ["t1"] }, { toolCallIds: ["t1"] }],
  [{ pattern: "x" }, { toolCallIds: ["*"], pattern: "x" }],
  [{ toolCallIds: ["t1"], pattern: "" }, { toolCallIds: ["t1"] }],
  [
    { toolCallIds: ["t1"], context: "5" },
    { toolCallIds: ["t1"], context: 5 },
  ],
  [
    { toolCallIds: ["t1"], context: 500 },
    { toolCallIds: ["t1"], context: 20 },
  ],
  [{ toolCallIds: ["t1"], context: "many" }, { toolCallIds: ["t1"] }],
  [{ toolCallIds: ["t1"], context: null, lines: null, args: null }, { toolCallIds: ["t1"] }],
  [
    { toolCallIds: ["t1"], lines: 12 },
    { toolCallIds: ["t1"], lines: "12" },
  ],
  [
    { toolCallIds: ["t1"], lines: -40 },
    { toolCallIds: ["t1"], lines: "-40" },
  ],
  [
    { toolCallIds: ["t1"], lines: [1, 50] },
    { toolCallIds: ["t1"], lines: "1-50" },
  ],
  [
    { toolCallIds: ["t1"], args: "true" },
    { toolCallIds: ["t1"], args: true },
  ],
  [{ toolCallIds: ["t1"], args: false }, { toolCallIds: ["t1"] }],
  [undefined, { toolCallIds: [] }],
])("the arguments %j are read as %j", (input, expected) => {
  expect(prepareArguments(input)).toEqual(expected);
});

test("whatever a model sends, the arguments are valid and the answer is a result or an error with words", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }),
      async (input) => {
        const names = ["toolCallIds", "pattern", "context", "lines", "args"];
        for (const given of [input, Object.fromEntries(names.map((name) => [name, input]))]) {
          expect(Value.Check(QueryParameters, prepareArguments(given))).toBe(true);
          const result = await run(given).catch((error: unknown) => error);
          expect(
            result instanceof Error ? result.message : textOf((result as { content: unknown }).content),
          ).not.toBe("");
        }
      },
    ),
  );
});

test("the transcript shows a call in one line", () => {
  const shown = (args: unknown) =>
    tool()
      .renderCall?.(args as never, theme, {} as never)
      .render(200);
  expect(shown({ toolCallIds: ["t1", "t2"], pattern: "a b", lines: "1-50" })).toEqual([
    "context_tree_query",
    't1, t2 · pattern "a b" · lines 1-50',
  ]);
  expect(shown({ ref: "t7" })).toEqual(["context_tree_query", "t7"]);
  expect(shown({})).toEqual(["context_tree_query", ""]);
  expect(shown(undefined)).toEqual(["context_tree_query", ""]);
});

test("the transcript shows a result in numbers, and all of it when expanded", async () => {
  const { content, details } = await run({ toolCallIds: ["t1", "t2", "t9"], pattern: "t" });
  const numbers = "2 outputs · 2 matching lines · 271 B · 1 not found";
  expect(render(content, details)).toEqual([numbers]);
  expect(render(content, details, { expanded: true })?.join("\n")).toBe(`${numbers}\n${textOf(content)}`);
});

test("the transcript shows an error, and a result that another version wrote, as it is", () => {
  const content = [{ type: "text", text: "Not found" }];
  expect(render(content, {}, { isError: true })).toEqual(["Not found"]);
  expect(render(content, { results: {} })).toEqual(["Not found"]);
  expect(render(undefined, undefined)).toEqual([""]);
});

test("no line of it is wider than the screen", () => {
  fc.assert(
    fc.property(anyText, anyWidth, fc.boolean(), (text, width, isError) => {
      const details = { refs: [text], missing: 1, unknown: 2, images: 3, bytes: 4, matchingLines: 5 };
      const drawn = [
        ...(render([{ type: "text", text }], details, { expanded: true, isError, width }) ?? []),
        ...(tool()
          .renderCall?.({ toolCallIds: [text], pattern: text } as never, theme, {} as never)
          .render(width) ?? []),
      ];
      for (const line of drawn) expect(visibleWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});
