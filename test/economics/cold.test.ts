import { describe, expect, it } from "vitest";
import { type ColdQuestion, coldCause } from "../../src/economics/cold.ts";

const keys = { modelKey: "anthropic/claude-opus-5", toolsKey: "read,bash", thinking: "high" };
const MINUTE = 60_000;

const question = (changes: Partial<ColdQuestion> = {}): ColdQuestion => ({
  at: 5 * MINUTE,
  keys,
  last: { startedAt: 0, ...keys },
  compacted: false,
  lifeMs: 5 * MINUTE,
  ...changes,
});

describe("coldCause", () => {
  it.each<[string, Partial<ColdQuestion>, string | undefined]>([
    ["nothing changed within the cache's life", {}, undefined],
    ["the cache's life has passed since the last request began", { at: 5 * MINUTE + 1 }, "expired"],
    ["the host kept the cache warm meanwhile", { at: 8 * MINUTE, warmedAt: 4 * MINUTE }, undefined],
    ["the cache's life has passed since that", { at: 10 * MINUTE, warmedAt: 4 * MINUTE }, "expired"],
    ["the clock went back", { at: -MINUTE }, undefined],
    ["the model changed", { keys: { ...keys, modelKey: "anthropic/claude-sonnet-5" } }, "model"],
    [
      "the same model comes from elsewhere",
      { keys: { ...keys, modelKey: "radius/claude-opus-5" } },
      "provider",
    ],
    ["a tool came or went", { keys: { ...keys, toolsKey: "read" } }, "tools"],
    ["the thinking level changed", { keys: { ...keys, thinking: "off" } }, "thinking"],
    ["the session was compacted", { compacted: true }, "compaction"],
    ["nothing was ever sent", { last: undefined }, "expired"],
    [
      "an earlier process asked the same model just now",
      { last: { startedAt: 0, modelKey: keys.modelKey } },
      undefined,
    ],
    [
      "an earlier process asked another model just now",
      { last: { startedAt: 0, modelKey: "anthropic/claude-sonnet-5" } },
      "model",
    ],
    [
      "an earlier process asked the same model long ago",
      { at: 9 * MINUTE, last: { startedAt: 0, modelKey: keys.modelKey } },
      "expired",
    ],
    [
      "a model change and a long pause come together",
      { keys: { ...keys, modelKey: "x/y" }, at: 1e9 },
      "provider",
    ],
  ])("when %s", (_, changes, cause) => {
    expect(coldCause(question(changes))).toBe(cause);
  });
});
