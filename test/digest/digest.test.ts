import { describe, expect, it } from "vitest";
import { digestCall } from "../../src/digest/digest.ts";
import { DEFAULT_BUDGET } from "../../src/digest/types.ts";

const bash = (text: string) => ({ toolName: "bash", args: {}, text, isError: false, imageCount: 0 });

describe("digestCall", () => {
  it("has nothing to say about an empty result", () => {
    expect(digestCall(bash(""), DEFAULT_BUDGET)).toBe("");
  });

  it("keeps the beginning, the end and the error between them", () => {
    const filler = Array.from({ length: 200 }, (_, i) => `step ${i} done`);
    const text = [...filler.slice(0, 100), "error: disk full", ...filler.slice(100)].join("\n");
    expect(digestCall(bash(text), DEFAULT_BUDGET).split("\n")).toEqual(
      expect.arrayContaining(["step 0 done", "error: disk full", "step 199 done"]),
    );
  });
});
