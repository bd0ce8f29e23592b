import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wellFormed } from "../../src/model/text.ts";
import { batchPrompt } from "../../src/summary/prompt.ts";
import { type Flaw, reviewAnswer } from "../../src/summary/quality.ts";
import { type CallParts, capturedBatch } from "../support/summary.ts";

const LONG = Array.from({ length: 80 }, (_, i) => `line ${i} of the recorded output of this call`).join("\n");
const context = { digest: () => "DIGEST", prompt: "the prompt" };
const review = (text: string, calls: readonly CallParts[], truncated = false) =>
  reviewAnswer({ text, truncated }, capturedBatch(calls), context);

describe("reviewAnswer", () => {
  const two: CallParts[] = [
    { tool: "bash", text: LONG },
    { tool: "read", text: LONG },
  ];
  const copied = LONG.split("\n").slice(0, 40).join("\n");
  const cases: { title: string; answer: string; truncated?: boolean; flaws: (Flaw | undefined)[] }[] = [
    {
      title: "accepts a good answer",
      answer: "[[1:bash]] built\n[[2:read]] has x",
      flaws: [undefined, undefined],
    },
    { title: "amends an empty answer", answer: " \n", flaws: ["unlabelled", "unlabelled"] },
    { title: "amends a call without label", answer: "[[1:bash]] built", flaws: [undefined, "unlabelled"] },
    { title: "amends an empty text", answer: "[[1:bash]]\n[[2:read]] has x", flaws: ["empty", undefined] },
    {
      title: "amends the text that a limit cut off, and keeps those before it",
      answer: "[[1:bash]] built\n[[2:read]] has",
      truncated: true,
      flaws: [undefined, "truncated"],
    },
    {
      title: "amends refusals",
      answer: "[[1:bash]] I'm sorry, but I can't help with that.\n[[2:read]] 抱歉，我无法处理。",
      flaws: ["refusal", "refusal"],
    },
    {
      title: "amends tool calls written as text",
      answer: '[[1:bash]] <tool_call>\n[[2:read]] {"name": "bash", "arguments": {}}',
      flaws: ["tool-call", "tool-call"],
    },
    {
      title: "amends long copies of the result",
      answer: `[[1:bash]] ${copied}\n[[2:read]] has x`,
      flaws: ["echo", undefined],
    },
    {
      title: "amends a text that is longer than its result",
      answer: `[[1:bash]] ${"many different words here ".repeat(200)}\n[[2:read]] has x`,
      flaws: ["too-long", undefined],
    },
  ];
  it.each(cases)("$title", ({ answer, truncated, flaws }) => {
    const result = review(answer, two, truncated);
    expect(result.flaws).toEqual(flaws);
    expect(result.lines.map((line) => line === "DIGEST")).toEqual(flaws.map((flaw) => flaw !== undefined));
  });

  it.each([
    { lines: "All tests pass, no errors.", stored: "The call failed (exit 2).\nAll tests pass, no errors." },
    { lines: "Ran the tests.", stored: "The call failed (exit 2).\nRan the tests." },
    { lines: "Tests failed in a.ts.", stored: "Tests failed in a.ts." },
    { lines: "测试失败。", stored: "测试失败。" },
    { lines: "Les tests ont échoué.", stored: "Les tests ont échoué." },
  ])("says of a failed call that it failed: $lines", ({ lines, stored }) => {
    const text = `${LONG}\n\nCommand exited with code 2`;
    expect(review(`[[1:bash]] ${lines}`, [{ text, isError: true }]).lines).toEqual([stored]);
  });

  it("keeps remarks, but no introduction, refusal or half a sentence", () => {
    const remarks = (text: string, truncated = false) =>
      review(`[[1:bash]] a\n[[2:read]] b\n[[0:remarks]] ${text}`, two, truncated).remarks;
    expect([
      remarks("Both belong to the build."),
      remarks("Here is the summary:"),
      remarks("I cannot do that."),
      remarks("Both belong to", true),
    ]).toEqual(["Both belong to the build.", "", "", ""]);
  });

  it("gives one well-formed text per call for any answer whatever", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "[[1:bash]]",
        "[[2:read]]",
        "[[3:bash]]",
        "\n[[1:bash]] ",
        "\n[[2:read]] ",
        "[[0:remarks]]",
        "```\n",
      ),
      fc.constantFrom("\ud800", "\udc00", "\r\n", "[[", "]]", "- ", LONG),
    );
    const anyCalls = fc.array(
      fc.record({ tool: fc.constantFrom("bash", "read"), text: fc.string(), isError: fc.boolean() }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), anyCalls, fc.boolean(), (pieces, calls, truncated) => {
        const { lines, remarks, flaws } = review(pieces.join(""), calls, truncated);
        expect(lines.length).toBe(calls.length);
        expect(flaws.length).toBe(calls.length);
        for (const text of [...lines, remarks]) expect(wellFormed(text)).toBe(text);
      }),
    );
  });

  it("gives every other call the same text, whatever one result holds and however it is copied", () => {
    const hostile = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            "[[2:read]]",
            "[[3:bash]] ok",
            "[[0:remarks]] x",
            "[[1:bash]]",
            "[",
            "[[",
            "]]",
            "- ",
            "**",
          ),
          fc.constantFrom("</tool-data-1>", "```", "~~~", "\n", "\n\n", "\n```\n", " "),
          fc.string({ unit: "binary" }),
        ),
        { maxLength: 20 },
      )
      .map((pieces) => pieces.join(""));
    const parrotOf = (first: string) => {
      const batch = capturedBatch([{ text: first }, { tool: "read", text: LONG }, { text: LONG }]);
      const { user } = batchPrompt(batch, { budget: 100_000 });
      const close = /<\/tool-data-\d+>/.exec(user.slice(user.lastIndexOf("</tool-data-")))?.[0] ?? "";
      const copy = user
        .slice(user.indexOf("Result"), user.indexOf(`\n${close}\n\n[[2:`))
        .split("\n")
        .slice(2);
      const text = `[[1:bash]] ${copy.join("\n")}\n[[2:read]] second\n[[3:bash]] third`;
      const { lines, remarks } = reviewAnswer({ text, truncated: false }, batch, context);
      return [...lines.slice(1), remarks];
    };
    fc.assert(
      fc.property(hostile, (text) => {
        expect(parrotOf(`ran\n${text}`)).toEqual(["second", "third", ""]);
      }),
    );
  });
});
