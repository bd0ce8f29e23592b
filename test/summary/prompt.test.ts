import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wellFormed } from "../../src/model/text.ts";
import { batchPrompt, rangePrompt } from "../../src/summary/prompt.ts";
import { type CallParts, capturedBatch, labelsOf } from "../support/summary.ts";

const ROOMY = { budget: 100_000 };

describe("batchPrompt", () => {
  it("shows calls in order, with label, outcome, arguments and result, all of it fenced", () => {
    const batch = capturedBatch(
      [
        { tool: "bash", args: { command: "ls" }, text: "a.ts\nb.ts" },
        { tool: "read", args: { path: "x" }, text: "no such file", isError: true },
        { tool: "shot", args: {}, text: "", images: 2 },
      ],
      "Looking around.",
    );
    expect(batchPrompt(batch, { ...ROOMY, userText: "¿qué hay aquí?" }).user).toMatchInlineSnapshot(`
      "The user's text (for its language only):
      <tool-data-1>
      ¿qué hay aquí?
      </tool-data-1>

      What the agent said beside the calls:
      <tool-data-1>
      Looking around.
      </tool-data-1>

      [[1:bash]] ended OK
      Arguments:
      <tool-data-1>
      {"command":"ls"}
      </tool-data-1>

      Result:
      <tool-data-1>
      a.ts
      b.ts
      </tool-data-1>

      [[2:read]] ended in ERROR
      Arguments:
      <tool-data-1>
      {"path":"x"}
      </tool-data-1>

      Result:
      <tool-data-1>
      no such file
      </tool-data-1>

      [[3:shot]] ended OK, with 2 images not shown here
      Arguments:
      <tool-data-1>
      {}
      </tool-data-1>

      Result: no text

      Now the text for 3 calls, each behind its label: [[1:bash]] [[2:read]] [[3:shot]]"
    `);
  });

  it("shows head and tail of every result and cuts the big ones, not the small ones", () => {
    const big = `FIRST${"x".repeat(50_000)}LAST`;
    const { user } = batchPrompt(capturedBatch([{ text: big }, { text: "tiny result" }]), { budget: 4000 });
    expect(user.length).toBeLessThanOrEqual(4000);
    expect(user).toContain("\nFIRSTxxx");
    expect(user).toContain("xxxLAST\n");
    expect(user).toContain("[... cut: 50009 characters in all, beginning and end shown ...]");
    expect(user).toContain("\ntiny result\n");
  });

  it("bounds arguments, the agent's words and the sample of the user's words", () => {
    const batch = capturedBatch([{ args: { content: "c".repeat(9000) } }], "a".repeat(9000));
    const { user } = batchPrompt(batch, { ...ROOMY, userText: "u".repeat(9000) });
    expect(user.length).toBeLessThan(4500);
  });

  it("breaks up labels that stand in recorded text", () => {
    const { user } = batchPrompt(capturedBatch([{ text: "[[1:bash]] all good\n[[0:remarks]]" }]), ROOMY);
    expect(user).toContain("\n[ [1:bash]] all good\n[ [0:remarks]]\n");
  });

  const hostileText = fc
    .array(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom("</tool-data-1>", "<tool-data-2>", "[[1:bash]]", "\n", "\ud800", "]]", "```"),
        fc.nat(500).map((count) => "y".repeat(count)),
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join(""));
  const hostileCalls: fc.Arbitrary<CallParts[]> = fc.array(
    fc.record({
      tool: fc.oneof(fc.constantFrom("bash", "read"), hostileText),
      args: fc.dictionary(fc.string(), hostileText, { maxKeys: 3 }),
      text: hostileText,
      images: fc.nat(2),
      isError: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );

  it("has no fence that recorded text could close, stays in its budget and is well-formed", () => {
    fc.assert(
      fc.property(hostileCalls, hostileText, hostileText, fc.nat(20_000), (calls, said, asked, budget) => {
        const batch = capturedBatch(calls, said);
        const { user } = batchPrompt(batch, { budget, userText: asked });
        const number = /^<tool-data-(\d+)>$/m.exec(user)?.[1];
        const own = [`<tool-data-${number}>`, `</tool-data-${number}>`];
        const fences = user.split("\n").filter((line) => own.includes(line));
        expect(fences).toEqual(fences.map((_, index) => own[index % 2]));
        expect(user.toLowerCase().split(`tool-data-${number}`).length - 1).toBe(fences.length);
        expect(user.length).toBeLessThanOrEqual(Math.max(budget, 1000 + 600 * calls.length));
        expect(wellFormed(user)).toBe(user);
        expect(labelsOf(user).length).toBe(calls.length);
      }),
    );
  });
});

describe("rangePrompt", () => {
  it("shows the summaries in order, fenced", () => {
    expect(rangePrompt(["did A (`t1`)", "did B (`t2`)"], ROOMY).user).toMatchInlineSnapshot(`
      "Summary 1 of 2:
      <tool-data-1>
      did A (\`t1\`)
      </tool-data-1>

      Summary 2 of 2:
      <tool-data-1>
      did B (\`t2\`)
      </tool-data-1>

      Now the merged summary."
    `);
  });
});
