import { getModels, getProviders } from "@mariozechner/pi-ai";
import { describe, expect, it } from "vitest";
import { cacheRules } from "../../src/economics/cache.ts";
import { familyOf } from "../../src/economics/family.ts";
import type { HostModel } from "../../src/economics/host-model.ts";
import { gpt, sonnet } from "./build.ts";

const named = (provider: string, api: string, id: string, cacheWrite = 0): HostModel => ({
  id,
  provider,
  api,
  contextWindow: 200_000,
  cost: { input: 1, output: 1, cacheRead: 0.1, cacheWrite },
});

describe("familyOf", () => {
  it.each([
    ["anthropic", "anthropic", "anthropic-messages", "claude-opus-5-5", 0],
    ["anthropic", "amazon-bedrock", "bedrock-converse-stream", "us.anthropic.claude-opus-4-8", 0],
    ["anthropic", "openrouter", "openai-completions", "anthropic/claude-sonnet-4.5", 0],
    ["anthropic", "radius", "pi-messages", "claude-fable-5-1", 0],
    ["anthropic", "minimax", "anthropic-messages", "MiniMax-M2.7", 0.375],
    ["anthropic", "lab", "anthropic-messages", "main-1", 0],
    ["openai-prefix", "openai", "openai-responses", "gpt-5.5", 0],
    ["openai-prefix", "openai", "openai-responses", "gpt-5", 0],
    ["openai-prefix", "openai", "openai-responses", "gpt-4o-mini", 0],
    ["openai-prefix", "openai", "openai-responses", "o4-mini", 0],
    ["openai-prefix", "azure", "azure-openai-responses", "chat-latest", 0],
    ["openai-prefix", "openai-codex", "openai-codex-responses", "gpt-5.3-codex", 0],
    ["openai-prefix", "vercel-ai-gateway", "anthropic-messages", "openai/gpt-5.1-codex", 0],
    ["openai-breakpoints", "openai", "openai-responses", "gpt-5.6-sol", 5],
    ["openai-breakpoints", "openrouter", "openai-completions", "openai/gpt-6-luna:batch", 0],
    ["openai-breakpoints", "amazon-bedrock", "bedrock-converse-stream", "global.openai.gpt-6.2-sol", 2.5],
    ["openai-breakpoints", "openrouter", "openai-completions", "~openai/gpt-sol-latest", 2.5],
    ["openai-prefix", "openrouter", "openai-completions", "~openai/gpt-mini-latest", 0],
    ["gemini", "google", "google-generative-ai", "gemini-3.1-pro-preview", 0],
    ["gemini", "google-vertex", "google-vertex", "tuned-model", 0],
    ["gemini", "github-copilot", "openai-completions", "gemini-4-argon", 0],
    ["deepseek", "deepseek", "openai-completions", "deepseek-v4-pro", 0],
    ["deepseek", "together", "openai-completions", "deepseek-ai/DeepSeek-V4.1-Flash", 0],
    ["kimi", "kimi-coding", "openai-completions", "k3.1-pro", 0],
    ["kimi", "moonshotai", "openai-completions", "kimi-k2.6", 0],
    ["kimi", "fireworks", "anthropic-messages", "accounts/fireworks/routers/kimi-latest", 0],
    ["prefix", "groq", "openai-completions", "openai/gpt-oss-120b", 0],
    ["prefix", "xai", "openai-responses", "grok-4.7", 0],
    ["prefix", "amazon-bedrock", "bedrock-converse-stream", "arn:aws:bedrock:profile/x", 0],
    ["prefix", "lab", "openai-completions", "qwen3-coder", 0],
  ])("%s is behind %s, %s, %s", (family, ...[provider, api, id, cacheWrite]) => {
    expect(familyOf(named(provider, api, id, cacheWrite))).toBe(family);
  });
});

describe("cacheRules", () => {
  it("reads Anthropic's cache at breakpoints, 20 blocks back, for five minutes or an hour", () => {
    expect(cacheRules(sonnet, "short")).toEqual({
      reads: "breakpoints",
      lookBackBlocks: 20,
      looksBackBy: "block",
      lifeMs: 300_000,
      minimumTokens: 1024,
      granularity: 1,
    });
    expect(cacheRules(sonnet, "long").lifeMs).toBe(3_600_000);
  });

  it("counts messages instead of blocks for OpenAI's breakpoints", () => {
    expect(cacheRules({ ...gpt, id: "gpt-6.2-sol" }, "short")).toEqual({
      reads: "breakpoints",
      lookBackBlocks: 20,
      looksBackBy: "message",
      lifeMs: 1_800_000,
      minimumTokens: 1024,
      granularity: 1,
    });
  });

  it.each([
    ["gpt-5.1", "short", 600_000, 1024, 128],
    ["gpt-5.5", "long", 86_400_000, 1024, 2048],
    ["gemini-3.1-pro-preview", "short", 300_000, 4096, 1],
    ["gemini-2.5-pro", "long", 300_000, 2048, 1],
    ["deepseek-v4-pro", "short", 21_600_000, 64, 64],
    ["kimi-k2.6", "short", 300_000, 256, 256],
    ["qwen3-coder", "short", 600_000, 0, 16],
  ] as const)(
    "reads a common prefix of %s (%s) for %i ms",
    (id, retention, ...[lifeMs, minimumTokens, granularity]) => {
      const rules = cacheRules(named("somewhere", "openai-completions", id), retention);
      expect(rules).toMatchObject({ reads: "prefix", lifeMs, minimumTokens, granularity });
    },
  );

  it.each([
    ["claude-opus-4-5", 4096],
    ["us.anthropic.claude-opus-4-6-v1", 4096],
    ["anthropic/claude-haiku-4.5", 4096],
    ["claude-opus-4-7", 2048],
    ["claude-3-5-haiku-20241022", 2048],
    ["claude-opus-4-8", 1024],
    ["claude-opus-5", 512],
    ["claude-opus-5-5", 1024],
    ["claude-fable-5-1", 512],
    ["claude-sonnet-4-5", 1024],
  ])("caches no prompt of %s below %i tokens", (id, tokens) => {
    expect(cacheRules({ ...sonnet, id }, "short").minimumTokens).toBe(tokens);
  });

  it("takes the host's own life of an entry, in seconds, for the retention in use", () => {
    const model = { ...sonnet, promptCache: { short: 120, long: undefined } };
    expect(cacheRules(model, "short").lifeMs).toBe(120_000);
    expect(cacheRules(model, "long").lifeMs).toBe(3_600_000);
  });

  it("knows a life for every model of the host's catalog", () => {
    const lives = getProviders().flatMap((provider) =>
      getModels(provider).map((model) => cacheRules(model, "short").lifeMs),
    );
    expect(lives.length).toBeGreaterThan(100);
    expect(lives.filter((life) => !(life >= 300_000))).toEqual([]);
  });
});
