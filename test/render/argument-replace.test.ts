import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callStandings } from "../../src/flush/call-standing.ts";
import { argumentEffects, dueStrings } from "../../src/flush/condense-arguments.ts";
import type { ToolCallRecord } from "../../src/model/entries.ts";
import { type AgentMessage, argumentsOf, type Messages } from "../../src/model/message.ts";
import { parseOccurrenceKey } from "../../src/model/occurrence.ts";
import { pairCalls } from "../../src/model/paired-calls.ts";
import { shortRef } from "../../src/model/refs.ts";
import { contextChars } from "../../src/model/size.ts";
import { argumentReplace } from "../../src/render/argument-replace.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { fold } from "../../src/state/reducers.ts";
import type { PruneState } from "../../src/state/state.ts";
import { clocks, transcripts } from "../support/arbitraries.ts";
import { lawCases } from "../support/cases.ts";
import { deepFreeze } from "../support/deep-freeze.ts";
import { conversions } from "../support/host-transforms.ts";
import { faultsOf, newFaults } from "../support/judge.ts";
import { assistant, call, calls, longText, reply, result, transcript, user } from "../support/transcript.ts";

const body = longText(40);
const text = "[condensed `t1` #k3f9x2 · 40 lines]";

const recordOf = (key: string, changed: Partial<ToolCallRecord> = {}): ToolCallRecord => ({
  ...parseOccurrenceKey(key),
  toolName: "write",
  ref: "t1",
  arguments: [{ path: ["content"], text, chars: body.length }],
  ...changed,
});

const stateOf = (...toolCalls: ToolCallRecord[]) =>
  fold([{ type: "context-prune-index", data: { toolCalls } }]);

const render = (messages: Messages, state: PruneState): Messages =>
  argumentReplace(messages, { state, report: () => {} });

const write = (id: string, content = body) => call(id, "write", { path: "a.ts", content });
const argumentsIn = (messages: Messages) =>
  pairCalls(messages).map(({ call: made }) => argumentsOf(made).content);

describe("recorded arguments", () => {
  it("stand in the place of the string they were made from, and nothing else changes", () => {
    const signed = { ...write("a"), thoughtSignature: "S", future: { field: 1 } };
    const messages = deepFreeze(
      transcript([
        user(),
        assistant({ thinking: "hm", signature: "T", text: "now", calls: [signed, write("b")] }),
        result("a"),
        result("b"),
        reply(),
      ]),
    );
    const rendered = render(messages, stateOf(recordOf("a@1002")));
    const [before, after] = [messages, rendered].map(
      (list) => list[1] as Extract<AgentMessage, { role: "assistant" }>,
    );
    expect(after).toEqual({
      ...before,
      content: [
        before?.content[0],
        before?.content[1],
        { ...signed, arguments: { path: "a.ts", content: text } },
        before?.content[3],
      ],
    });
    expect(rendered.filter((_, index) => index !== 1)).toEqual(messages.filter((_, index) => index !== 1));
    expect(rendered[0]).toBe(messages[0]);
  });

  it("leave a string alone in which something was masked, letter by letter", () => {
    const masked = body.replace(/\w/, "*");
    const messages = transcript([calls(write("a", masked)), result("a"), reply()]);
    const [effect] = argumentEffects(
      { toolName: "write", args: { content: body }, isError: false },
      [{ path: ["content"], text: body }],
      { ref: shortRef(1), nonce: "k3f9x2" },
    );
    const state = stateOf(recordOf("a@1001", { arguments: effect ? [effect] : [] }));
    expect(render(messages, state)).toBe(messages);
    expect(argumentsIn(render(transcript([calls(write("a")), result("a"), reply()]), state))).toEqual([
      effect?.text,
    ]);
  });

  it("concern one occurrence of an id that is used again, also within a message", () => {
    const messages = transcript([
      calls(write("a"), write("a")),
      result("a", { at: 5 }),
      result("a", { at: 5 }),
      calls(write("a")),
      result("a", { at: 7 }),
      reply(),
    ]);
    expect(argumentsIn(render(messages, stateOf(recordOf("a@5#1"))))).toEqual([body, text, body]);
    expect(argumentsIn(render(messages, stateOf(recordOf("a@7"))))).toEqual([body, body, text]);
  });

  const finished = transcript([user(), calls(write("a")), result("a"), reply()]);
  it.each<readonly [string, Messages, PruneState]>([
    ["there is none", finished, fold([])],
    [
      "the string has changed",
      transcript([calls(write("a", "new")), result("a", { at: 1002 }), reply()]),
      stateOf(recordOf("a@1002")),
    ],
    [
      "nothing stands at the path",
      finished,
      stateOf(recordOf("a@1002", { arguments: [{ path: ["text"], text, chars: 1349 }] })),
    ],
    [
      "no length was recorded",
      finished,
      stateOf(recordOf("a@1002", { arguments: [{ path: ["content"], text }] })),
    ],
    [
      "the text is no shorter",
      finished,
      stateOf(recordOf("a@1002", { arguments: [{ path: ["path"], text, chars: 4 }] })),
    ],
    ["the model has not read the result", finished.slice(0, -1), stateOf(recordOf("a@1002"))],
    ["the record is of a bare id", finished, stateOf({ ...recordOf("a"), toolCallId: "a" })],
    [
      "the call was taken back",
      finished,
      fold([
        { type: "context-prune-index", data: { toolCalls: [recordOf("a@1002")] } },
        { type: "context-prune-effect", data: { kind: "restored", refs: ["t1"] } },
      ]),
    ],
  ])("change nothing where %s", (_, messages, state) => {
    expect(render(messages, state)).toBe(messages);
  });

  it.each([undefined, null, 7, "text", [], [body]])("survive arguments that are %j", (args) => {
    const broken = { ...call("a"), arguments: args as unknown as Record<string, unknown> };
    const messages = transcript([calls(broken), result("a", { at: 5 }), reply()]);
    expect(render(messages, stateOf(recordOf("a@5")))).toBe(messages);
  });
});

/** A state with the effects that a flush would record for every call that is due. */
function condensed(messages: Messages): PruneState {
  const standings = callStandings(messages);
  const records = pairCalls(messages).flatMap(({ key, call: made, resultIndex }, index): ToolCallRecord[] => {
    const isError = (messages[resultIndex] as { isError?: unknown }).isError === true;
    const one = { toolName: made.name, args: argumentsOf(made), isError };
    const ref = shortRef(index + 1);
    const effects = argumentEffects(one, dueStrings(one, standings.get(key), defaultSettings), {
      ref,
      nonce: "n",
    });
    if (effects.length === 0) return [];
    return [{ ...parseOccurrenceKey(key), toolName: made.name, ref, arguments: effects }];
  });
  return stateOf(...records);
}

describe("for any transcript, replacing arguments", () => {
  const law = (check: (messages: Messages, rendered: Messages, state: PruneState) => void) =>
    fc.assert(
      fc.property(transcripts, clocks, (lines, clock) => {
        const messages = deepFreeze(transcript(lines, clock));
        const state = condensed(messages);
        check(messages, render(messages, state), state);
      }),
      { numRuns: lawCases() },
    );

  it("never makes the context longer, and gives back what it has nothing to change in", () =>
    law((messages, rendered) => {
      expect(rendered).toHaveLength(messages.length);
      expect(contextChars(rendered)).toBeLessThanOrEqual(contextChars(messages));
      if (contextChars(rendered) === contextChars(messages)) expect(rendered).toBe(messages);
      for (const [index, message] of rendered.entries())
        if (message.role !== "assistant") expect(message).toBe(messages[index]);
    }));

  it("does nothing more the second time", () =>
    law((_, rendered, state) => {
      expect(render(rendered, state)).toBe(rendered);
    }));

  it("adds nothing that a provider would refuse", () =>
    law((messages, rendered) => {
      if (rendered === messages) return;
      const before = [...conversions(messages)];
      for (const [index, [where, after]] of [...conversions(rendered)].entries())
        expect(newFaults(faultsOf(before[index]?.[1] ?? []), faultsOf(after)), where).toEqual([]);
    }));
});
