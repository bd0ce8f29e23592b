import { describe, expect, it } from "vitest";
import { summarizerOver, usageOf } from "../support/summarizer.ts";
import { ATTEMPT_USAGE, fails, says, scriptedModel } from "../support/summary.ts";

describe("fuse", () => {
  const texts = ["did the first thing (`t1`)", "did the second thing (`t2`)"];
  it.each([
    {
      title: "takes a shorter text",
      answer: says("did both (`t1`, `t2`)"),
      texts,
      fused: "did both (`t1`, `t2`)",
    },
    { title: "refuses a cut text", answer: says("did both", true), texts, fused: undefined },
    { title: "refuses a text that is no gain", answer: says("x".repeat(200)), texts, fused: undefined },
    { title: "refuses a refusal", answer: says("I cannot do that."), texts, fused: undefined },
    { title: "survives a failure", answer: fails("auth"), texts, fused: undefined },
  ])("$title", async ({ answer, fused }) => {
    const { summarizer } = summarizerOver({ models: { primary: scriptedModel("p/haiku", [answer]) } });
    const result = await summarizer.fuse(texts, {});
    expect(result).toEqual(
      fused === undefined
        ? { ok: false, usage: ATTEMPT_USAGE }
        : { ok: true, text: fused, usage: ATTEMPT_USAGE },
    );
  });

  it("asks nothing when there is one distinct text, or no model is wanted", async () => {
    const models = { primary: scriptedModel("p/haiku", []) };
    const none = { ok: false, usage: usageOf(0) };
    expect(await summarizerOver({ models }).summarizer.fuse(["same", "same"], {})).toEqual(none);
    expect(await summarizerOver({ models, model: "builtin/digest" }).summarizer.fuse(texts, {})).toEqual(
      none,
    );
  });
});
