import { describe, expect, it } from "vitest";
import { imagesOf } from "../../src/model/message.ts";
import { contextChars } from "../../src/model/size.ts";
import { deepFreeze } from "../support/deep-freeze.ts";
import {
  assistant,
  calls,
  compactionSummary,
  custom,
  type Line,
  reply,
  result,
  shell,
  transcript,
  user,
} from "../support/transcript.ts";
import { BLOCK, type ChainData, chain, render, rendered, shapes, task } from "./chains.ts";

describe("a compressed chain", () => {
  it("is its user message, one block and its final reply without thinking", () => {
    const messages = transcript([...task, user("next")]);
    const [after, diagnostics] = rendered(deepFreeze(messages), [chain()]);
    expect(after).toEqual([
      messages[0],
      { role: "user", content: [{ type: "text", text: BLOCK }], timestamp: 99 },
      { ...messages[5], content: [{ type: "text", text: "fixed" }] },
      messages[6],
    ]);
    expect(after[0]).toBe(messages[0]);
    expect(after[3]).toBe(messages[6]);
    expect(diagnostics).toEqual([]);
  });

  it("keeps the images of its user message and all that others put in between", () => {
    const lines = [
      user("look", { images: 1, at: 10 }),
      custom("context"),
      ...task.slice(1, 3),
      shell("ls"),
      user("a nested one"),
      ...task.slice(3),
    ];
    const [after] = render(lines, chain());
    expect(shapes(after)).toEqual([
      "user: look",
      `user: ${BLOCK.slice(0, 40)}`,
      "custom: context",
      "bashExecution: ",
      "user: a nested one",
      "assistant: fixed",
    ]);
    expect(imagesOf((after[0] as { content: unknown }).content)).toHaveLength(1);
  });

  it("is rendered the same again on its own outcome", () => {
    const [once] = render([...task, user("next")], chain());
    const [twice, diagnostics] = rendered(deepFreeze(once), [chain()]);
    expect(twice).toBe(once);
    expect(diagnostics).toEqual([]);
  });

  it("is not taken for a second user message where its time is that of one", () => {
    const entries = [chain({ compressedAt: 10 })];
    const [once] = render(task, ...entries);
    const [twice, diagnostics] = rendered(once, entries);
    expect(twice).toBe(once);
    expect(diagnostics).toEqual([]);
  });

  it("is not taken for done because a person wrote its text", () => {
    const [after] = render([...task.slice(0, 1), user(BLOCK, { at: 98 }), ...task.slice(1)], chain());
    expect(shapes(after)).toHaveLength(4);
    expect(after[1]).toMatchObject({ timestamp: 99 });
    expect(after[2]).toMatchObject({ timestamp: 98 });
  });

  it("is not taken for done because a person wrote something at its time", () => {
    const [after] = render([...task.slice(0, 1), user("wait", { at: 99 }), ...task.slice(1)], chain());
    expect(shapes(after)).toEqual([
      "user: fix it",
      `user: ${BLOCK.slice(0, 40)}`,
      "user: wait",
      "assistant: fixed",
    ]);
  });
});

describe("the thinking of the final reply", () => {
  const finalOf = (line: Line, changed: Partial<ChainData> = {}) =>
    (render([...task.slice(0, -1), line], chain(changed))[0].at(-1) as { content: unknown[] }).content;

  it("stays where stripping it was not recorded", () => {
    expect(finalOf(task[5] as Line, { stripThinking: false })).toHaveLength(2);
  });

  it("goes whole or not at all, and nothing else of the reply changes but the name of the text", () => {
    const line = reply("fixed", { thinking: "one", at: 20 });
    const content = [
      { type: "thinking", thinking: "one" },
      { type: "text", text: "fixed", textSignature: "T", other: 1 },
      { type: "thinking", thinking: "", redacted: true },
    ];
    expect(finalOf({ ...line, content } as Line)).toStrictEqual([{ type: "text", text: "fixed", other: 1 }]);
  });

  it("goes from texts that have no names, however many they are", () => {
    const texts = [
      { type: "text", text: "fixed" },
      { type: "text", text: "at last" },
    ];
    const content = [{ type: "thinking", thinking: "one" }, ...texts];
    expect(finalOf({ ...reply("", { at: 20 }), content } as Line)).toStrictEqual(texts);
  });

  it("leaves a text its name where there was none to go", () => {
    const content = [{ type: "text", text: "fixed", textSignature: "T" }];
    expect(finalOf({ ...reply("", { at: 20 }), content } as Line)).toBe(content);
  });

  it("stays in a reply that calls a tool", () => {
    const line = assistant({ thinking: "hm", text: "fixed", calls: ["c"], at: 20 });
    expect(finalOf(line)).toHaveLength(3);
  });

  it("stays where nothing else is left to read", () => {
    expect(finalOf(reply(" ", { thinking: "all there is", at: 20 }))).toHaveLength(2);
  });
});

describe("a chain entry changes nothing", () => {
  it.each<readonly [string, readonly Line[], Partial<ChainData>]>([
    ["its user message is gone", task.slice(1), {}],
    ["its final reply is gone", task.slice(0, -1), {}],
    ["it never had one", task, { finalAssistantTimestamp: null }],
    ["two user messages have its time", [...task, user("x", { at: 10 })], {}],
    ["two assistant messages have its time", [...task, reply("x", { at: 20 })], {}],
    ["its messages stand in another order", [...task.slice(1), ...task.slice(0, 1)], {}],
  ])("and is reported where %s", (_, lines, changed) => {
    const messages = transcript(lines);
    const [after, diagnostics] = rendered(messages, [chain(changed)]);
    expect(after).toBe(messages);
    expect(diagnostics).toEqual([{ kind: "unresolved-range", key: "b1", detail: expect.any(String) }]);
  });

  it("and is not reported where a compaction took the chain whole", () => {
    const messages = transcript([compactionSummary(), user("next")]);
    expect(rendered(messages, [chain()])).toEqual([messages, []]);
    const [, cut] = rendered(transcript([compactionSummary(), ...task.slice(3)]), [chain()]);
    expect(cut).toMatchObject([{ kind: "unresolved-range", key: "b1" }]);
  });

  it("where its block would be no shorter than what it drops", () => {
    const messages = transcript(task);
    const frame = BLOCK.length - "read and ran".length;
    const room = contextChars(messages.slice(1, 5)) - frame;
    const renderedWith = (chars: number) =>
      rendered(messages, [chain({ rangeSummaryText: "x".repeat(chars) })]);
    expect(renderedWith(room)).toEqual([messages, []]);
    expect(renderedWith(room - 1)[0]).toHaveLength(3);
  });

  it("where it has nothing to say", () => {
    const messages = transcript(task);
    expect(rendered(messages, [chain({ rangeSummaryText: " " })])[0]).toBe(messages);
  });

  it("where it lies inside another one's range, and is reported under a name of its own", () => {
    const lines = [...task.slice(0, 3), user("inner", { at: 13 }), ...task.slice(3)];
    const inner = chain({ blockId: "b2", startUserTimestamp: 13 });
    const [after, diagnostics] = render(lines, inner, chain());
    expect(shapes(after)).toHaveLength(4);
    expect(diagnostics).toMatchObject([{ kind: "unresolved-range", key: "overlap:b2" }]);
  });
});

it("other calls in the range than were recorded are reported, and the range is dropped all the same", () => {
  const [after, diagnostics] = render(task, chain({ droppedToolCallIds: ["a", "c"] }));
  expect(after).toHaveLength(3);
  expect(diagnostics).toEqual([
    { kind: "range-id-mismatch", key: "b1", detail: "b1: 1 recorded calls missing, 1 others there" },
  ]);
});

it.each([
  ["are missing", ["a", "b", "c"], "1 recorded calls missing, 0 others there"],
  ["are too many", ["a"], "0 recorded calls missing, 1 others there"],
])("calls that %s are reported", (_, droppedToolCallIds, said) => {
  const [, diagnostics] = render(task, chain({ droppedToolCallIds }));
  expect(diagnostics.map(({ detail }) => detail)).toEqual([`b1: ${said}`]);
});

it("calls of a reply that was cancelled are none of the range", () => {
  const aborted = assistant({ calls: ["x"], stopReason: "aborted" });
  const [after, diagnostics] = render([...task.slice(0, 3), aborted, ...task.slice(3)], chain());
  expect(after).toHaveLength(3);
  expect(diagnostics).toEqual([]);
});

it("a live turn that uses a dropped id again stays complete", () => {
  const again = [user("more"), calls("a"), result("a", { text: "new" }), reply("ok")];
  const messages = transcript([...task, ...again]);
  const [after] = rendered(messages, [chain()]);
  expect(after.slice(3)).toEqual(messages.slice(6));
});
