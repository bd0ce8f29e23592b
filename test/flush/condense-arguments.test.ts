import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestArgument } from "../../src/digest/argument.ts";
import { callStandings } from "../../src/flush/call-standing.ts";
import { argumentEffects, dueStrings } from "../../src/flush/condense-arguments.ts";
import { stringsIn, withString } from "../../src/model/argument-strings.ts";
import { nameHash } from "../../src/model/hash.ts";
import { shortRef } from "../../src/model/refs.ts";
import { wellFormed } from "../../src/model/text.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { assistant, call, calls, longText, reply, result, transcript, user } from "../support/transcript.ts";

const mark = { ref: shortRef(7), nonce: "k3f9x2" };
const settled = { assistantIndex: 0, isSigned: false, hasUserBehind: true, assistantsBehind: 9 };
const body = longText(40);

const write = (args: Record<string, unknown>, isError = false) => ({ toolName: "write", args, isError });

const pathsDue = (args: Record<string, unknown>, isError = false, standing = settled) =>
  dueStrings(write(args, isError), standing, defaultSettings).map(({ path }) => path.join("."));

describe("arguments of a finished call are due", () => {
  it("when its strings are long, at any depth, and only the long ones", () => {
    expect(pathsDue({ path: "a.ts", content: body })).toEqual(["content"]);
    expect(
      pathsDue({ path: "a.ts", edits: [{ oldText: body, newText: "short" }, { newText: body }] }),
    ).toEqual(["edits.0.oldText", "edits.1.newText"]);
  });

  it("when its strings come to 800 characters in all", () => {
    expect(pathsDue({ a: "x".repeat(400), b: "y".repeat(399) })).toEqual([]);
    expect(pathsDue({ a: "x".repeat(400), b: "y".repeat(400) })).toEqual(["a", "b"]);
    expect(pathsDue({ list: Array.from({ length: 20 }, () => "x".repeat(100)) })).toEqual([]);
  });

  it.each([
    ["nothing is known of where it stands", undefined, true],
    ["the setting is off", settled, false],
  ])("but not when %s", (_, standing, condenseArguments) => {
    const settings = { ...defaultSettings, condenseArguments };
    expect(dueStrings(write({ content: body }), standing, settings)).toEqual([]);
  });

  it("but not while the provider may want a signed call back as it was", () => {
    const signed = { ...settled, isSigned: true };
    expect(pathsDue({ content: body }, false, { ...signed, hasUserBehind: false })).toEqual([]);
    expect(pathsDue({ content: body }, true, { ...signed, hasUserBehind: false })).toEqual([]);
    expect(pathsDue({ content: body }, false, signed)).toEqual(["content"]);
  });
});

describe("arguments of a failed call are due", () => {
  it.each([
    [0, []],
    [1, []],
    [2, ["content"]],
  ])("with %i assistant messages behind it: %j", (assistantsBehind, expected) => {
    expect(pathsDue({ content: body }, true, { ...settled, assistantsBehind })).toEqual(expected);
  });

  it("from the size on that the settings say", () => {
    expect(pathsDue({ command: "x".repeat(499) }, true)).toEqual([]);
    expect(pathsDue({ command: "x".repeat(500) }, true)).toEqual(["command"]);
  });

  it("but not when the purge is off", () => {
    const settings = { ...defaultSettings, purgeErrors: { ...defaultSettings.purgeErrors, enabled: false } };
    expect(dueStrings(write({ content: body }, true), settled, settings)).toEqual([]);
  });
});

describe("what stands in their place", () => {
  const effectsOf = (args: Record<string, unknown>, isError = false) =>
    argumentEffects(write(args, isError), dueStrings(write(args, isError), settled, defaultSettings), mark);

  it("names the ref and the session, and once how to get the original", () => {
    const copy = body.slice(0, 900);
    const digest = (path: string, text: string) => digestArgument("write", [path], text);
    expect(effectsOf({ path: "a.ts", copy, content: body }).map(({ text }) => text)).toEqual([
      `[condensed \`t7\` #k3f9x2 · ${digest("copy", copy)}]`,
      `[condensed \`t7\` #k3f9x2 · ${digest("content", body)} · original: context_tree_query({ toolCallIds: ["t7"], args: true })]`,
    ]);
  });

  it("says of a failed call how much it held", () => {
    expect(effectsOf({ path: "a.ts", content: body }, true)).toEqual([
      {
        path: ["content"],
        text: '<purged-errored-args size="1349" ref="t7" nonce="k3f9x2"/>',
        chars: 1349,
        hash: nameHash(body),
      },
    ]);
  });

  it("is never longer than the string, on one line, and sound", () => {
    const args = fc.dictionary(
      fc.string({ maxLength: 5 }),
      fc.oneof(
        fc.string({ unit: "binary", minLength: 100, maxLength: 900 }),
        fc.constant(`${"\n".repeat(300)}x`),
        fc.constant(`\ud83d${body}`),
      ),
    );
    fc.assert(
      fc.property(args, fc.boolean(), (given, isError) => {
        for (const { text, chars, path } of effectsOf(given, isError)) {
          expect(text.length).toBeLessThan(chars ?? 0);
          expect(text).not.toMatch(/\n/);
          expect(wellFormed(text)).toBe(text);
          expect(text).toContain("t7");
          expect(text).toContain("k3f9x2");
          expect(String(withString(given, path, () => text) === given)).toBe("false");
        }
      }),
    );
  });

  it("comes from any arguments without a throw", () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 5 }), fc.boolean(), (value, isError) => {
        effectsOf({ value }, isError);
        stringsIn(value);
      }),
    );
  });
});

describe("where a call stands", () => {
  it("is counted from its result on", () => {
    const signed = { ...call("a"), thoughtSignature: "s" };
    const messages = transcript([
      user(),
      calls(signed, "b"),
      result("a"),
      result("b"),
      calls("c"),
      result("c"),
    ]);
    const later = [...messages, ...transcript([reply(), user(), assistant({ text: "x" })], { start: 2000 })];
    expect([...callStandings(messages)]).toEqual([
      ["a@1002", { assistantIndex: 1, isSigned: true, hasUserBehind: false, assistantsBehind: 1 }],
      ["b@1003", { assistantIndex: 1, isSigned: false, hasUserBehind: false, assistantsBehind: 1 }],
      ["c@1005", { assistantIndex: 4, isSigned: false, hasUserBehind: false, assistantsBehind: 0 }],
    ]);
    expect([...callStandings(later).values()]).toEqual([
      { assistantIndex: 1, isSigned: true, hasUserBehind: true, assistantsBehind: 3 },
      { assistantIndex: 1, isSigned: false, hasUserBehind: true, assistantsBehind: 3 },
      { assistantIndex: 4, isSigned: false, hasUserBehind: true, assistantsBehind: 2 },
    ]);
  });
});
