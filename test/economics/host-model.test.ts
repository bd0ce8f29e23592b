import { describe, expect, it } from "vitest";
import { modelKey, providerIn } from "../../src/economics/host-model.ts";

describe("modelKey", () => {
  it.each([
    ["anthropic", "claude-opus-5", "anthropic/claude-opus-5"],
    ["openrouter", "anthropic/claude-opus-5", "openrouter/anthropic/claude-opus-5"],
  ])("names %s %s so that the provider can be read back", (provider, id, key) => {
    expect(modelKey({ provider, id })).toBe(key);
    expect(providerIn(key)).toBe(provider);
  });
});
