import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateContentTokens, estimateTokens, IMAGE_TOKENS } from "../../src/economics/tokens.ts";
import { tokenWeight } from "../../src/model/tokens.ts";
import { kindCounts } from "./kinds.ts";

describe("estimateTokens", () => {
  it("is 0 for nothing and at least 1 for anything", () => {
    expect(estimateTokens("")).toBe(0);
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(estimateTokens(text)).toBeGreaterThan(0);
      }),
    );
  });

  it.each(kindCounts())("is within a fifth of real tokenizers for $kind", ({ kind, text, tokens }) => {
    const code = kindCounts().find((other) => other.kind === "typescript");
    const errors = tokens.map((actual, i) => {
      // As after calibration on a session's source code.
      const ratio = (code?.tokens[i] ?? 0) / estimateTokens(code?.text ?? "");
      return Math.abs((estimateTokens(text) * ratio) / actual - 1);
    });
    // Old and new vocabularies differ by half on these two scripts: in between is all that one number can be.
    const bound = kind === "Korean" || kind === "Russian" ? 0.3 : 0.2;
    expect(Math.max(...errors)).toBeLessThanOrEqual(bound);
  });

  it("grows with the text, whatever it is cut into", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        expect(tokenWeight(a + b)).toBeGreaterThanOrEqual(tokenWeight(a) - 1e-9);
        expect(tokenWeight(`${a}\n${b}`)).toBeLessThanOrEqual(tokenWeight(a) + tokenWeight(b) + 1.4);
      }),
    );
  });

  it("weighs a part as by itself", () => {
    expect(tokenWeight("say helloWorld twice", 4, 14)).toBe(tokenWeight("helloWorld"));
  });
});

describe("estimateContentTokens", () => {
  it("adds texts and images, whatever else content holds", () => {
    const content = [
      { type: "text", text: "hello" },
      { type: "image", data: "x", mimeType: "image/png" },
      null,
    ];
    expect(estimateContentTokens(content)).toBe(estimateTokens("hello") + IMAGE_TOKENS);
    expect(estimateContentTokens("hello")).toBe(estimateTokens("hello"));
    expect(estimateContentTokens(null)).toBe(0);
  });
});
