import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Messages } from "../../../src/model/message.ts";
import type { Settings } from "../../../src/settings/schema.ts";
import { defaultSettings } from "../../../src/settings/settings.ts";
import type { RequestFacts } from "../../../src/ui/command-context.ts";
import { align } from "../../../src/ui/context/align.ts";
import { standingText } from "../../../src/ui/context/context-lines.ts";
import { contextModel } from "../../../src/ui/context/context-model.ts";
import type { Step } from "../../support/history.ts";
import type { Play } from "../../support/play.ts";
import { add, flush, played, prompt } from "../../support/played.ts";
import { call, calls, longText, reply, result, transcript, user } from "../../support/transcript.ts";

const described = (
  done: Play,
  request: Pick<RequestFacts, "messages" | "rendered" | "tokens">,
  settings: Settings = defaultSettings,
) =>
  contextModel({
    ...request,
    state: done.pruner.state,
    settings,
    isProtected: (toolName) => settings.protectedTools.includes(toolName),
  });

const rowsOf = async (steps: readonly Step[], settings?: Settings) => {
  const { played: done, request } = await played(...steps);
  return described(done, request, settings).rows.map(({ label, standing }) =>
    [label, standingText(standing)].filter((text) => text !== "").join(" | "),
  );
};

describe("what the model sees", () => {
  it("is told message by message, with what was done to it and why", async () => {
    const rows = await rowsOf([
      prompt("one"),
      flush(),
      prompt("two"),
      add(
        user("again"),
        calls(call("late", "bash", { command: "sleep 1" })),
        result("late", { text: longText(40) }),
      ),
    ]);
    expect(rows).toMatchInlineSnapshot(`
      [
        "user: do one",
        "calls bash",
        "bash(npm test -- one) | stub t1",
        "calls read, edit",
        "read(src/漢字/one.ts) | stub t2",
        "edit(README.md) | full · no shorter stub",
        "reply: did one",
        "user: do two",
        "calls bash",
        "bash(npm test -- two) | full · recent",
        "calls read, edit",
        "read(src/漢字/two.ts) | full · recent",
        "edit(README.md) | full · recent",
        "reply: did two",
        "user: again",
        "calls bash",
        "bash(sleep 1) | full · not read yet",
      ]
    `);
  });

  it("counts as the model does, as the footer does", async () => {
    const { played: done, request } = await played(prompt("one"), flush(), prompt("two"));
    const plain = described(done, request);
    const counted = described(done, { ...request, tokens: (weight) => weight / 2 });
    expect([counted.tokens, counted.rawTokens]).toEqual([plain.tokens / 2, plain.rawTokens / 2]);
    expect(counted.rows.map(({ tokens }) => tokens)).toEqual(plain.rows.map(({ tokens }) => tokens / 2));
  });

  it("says why a result is there in full", async () => {
    const settings = { ...defaultSettings, keepRecent: 0, protectedTools: ["recall"] };
    const steps: readonly Step[] = [
      add(
        user("go"),
        calls(
          call("p", "recall"),
          call("q", "context_tree_query", { toolCallIds: ["t1"] }),
          call("w", "bash"),
        ),
        result("p", { text: longText(40) }),
        result("q", { text: longText(40) }),
        result("w", { text: longText(40) }),
        reply(),
      ),
    ];
    expect(await rowsOf(steps, settings)).toEqual([
      "user: go",
      "calls recall, context_tree_query, bash",
      "recall(run p) | full · protected",
      "context_tree_query | full · recovered",
      "bash(run w) | full · pending",
      "reply: done",
    ]);
    const without = (of: "enabled" | "recoverable") =>
      rowsOf([...steps, { kind: "switch", of, value: false }], settings);
    expect((await without("enabled"))[2]).toBe("recall(run p) | full · pruning is off");
    expect((await without("recoverable"))[2]).toBe("recall(run p) | full · no tool to get it back");
  });

  it("adds up to the whole, part by part", async () => {
    const { played: done, request } = await played(prompt("one"), flush(), prompt("two"));
    const { rows, parts, tokens, rawTokens } = described(done, request);
    const total = rows.reduce((sum, row) => sum + row.tokens, 0);
    expect(tokens).toBeCloseTo(total);
    expect(Math.abs(parts.reduce((sum, part) => sum + part.tokens, 0) - total)).toBeLessThan(parts.length);
    expect(rawTokens).toBeGreaterThan(tokens);
    expect(parts.map(({ name }) => name)).toEqual([
      "user messages",
      "replies",
      "call arguments",
      "results in full",
      "stubs",
    ]);
  });
});

describe("what was sent is found again in what the host had", () => {
  const host = transcript([
    user("one"),
    calls("a"),
    result("a"),
    calls("b"),
    result("b"),
    reply("did it"),
    user("two"),
    calls("c"),
    result("c"),
  ]);
  const block = transcript([
    user('<compressed-chain id="b2" tools="t1">\n…', { at: 99_000 }),
  ])[0] as Messages[number];

  it("with what a block stands for, and what was swept", () => {
    const [first, , , , , last, ...rest] = host;
    const rendered = [first, block, last, ...rest.slice(0, 2)] as Messages;
    const { sent, folded, swept } = align(host, rendered);
    expect(sent.map(({ at }) => at)).toEqual([0, undefined, 5, 6, 7]);
    expect(folded.get(block)).toEqual([1, 2, 3, 4]);
    expect(swept).toEqual([8]);
    const model = contextModel({
      messages: host,
      rendered,
      state: undefined,
      settings: defaultSettings,
      isProtected: () => false,
      tokens: (weight) => weight,
    });
    expect(model.rows.map(({ standing }) => standingText(standing))[1]).toBe("b2 for 4 messages");
  });

  it("whatever was taken out", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: host.length, maxLength: host.length }), (keeps) => {
        const rendered = host.filter((_, index) => keeps[index]);
        const { sent, swept } = align(host, rendered);
        expect(sent.map(({ original }) => original)).toEqual(rendered);
        expect(swept).toEqual(keeps.flatMap((keep, index) => (keep ? [] : [index])));
      }),
    );
  });
});
