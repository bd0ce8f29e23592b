import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Api,
  fauxAssistantMessage,
  type Model,
  registerFauxProvider,
  type SimpleStreamOptions,
} from "@mariozechner/pi-ai";
import { AuthStorage, ModelRegistry } from "@mariozechner/pi-coding-agent";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callModel } from "../../src/host/model-call.ts";
import { type ModelSettings, summaryModels } from "../../src/host/summary-models.ts";
import type { ModelRequest } from "../../src/ports.ts";
import { hosts } from "../support/hosts.ts";
import type { Protocol, Reply } from "../support/loopback/script.ts";
import { type Loopback, startLoopback } from "../support/loopback.ts";
import { createSandbox } from "../support/sandbox.ts";

const cleanups: (() => unknown)[] = [];
beforeEach(() => {
  vi.stubEnv("ANTHROPIC_API_KEY", undefined);
  vi.stubEnv("DEEPSEEK_API_KEY", undefined);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  vi.unstubAllEnvs();
});

const SETTINGS: ModelSettings = {
  summarizerModel: "loop/sum-1",
  summarizerThinking: "default",
  summarizerIdleTimeoutMs: 20_000,
  summarizerMaxTimeoutMs: 180_000,
};
const REQUEST: ModelRequest = { system: "be brief", prompt: "what is it?", answerTokens: 700 };

interface Provider {
  readonly loopback: Loopback;
  readonly registry: ModelRegistry;
  readonly ask: (
    request?: Partial<ModelRequest>,
    settings?: Partial<ModelSettings>,
  ) => ReturnType<typeof callModel>;
}

async function provide(reply: Reply, api: Protocol = "anthropic", providers?: unknown): Promise<Provider> {
  const loopback = await startLoopback({ scripts: { "sum-1": () => reply, "main-1": () => reply } });
  const sandbox = createSandbox({ host: hosts.a, loopback, api });
  cleanups.push(loopback.close, sandbox.dispose);
  const path = join(sandbox.agentDir, "models.json");
  if (providers) writeFileSync(path, JSON.stringify({ providers }).replaceAll("LOOPBACK", loopback.url));
  const registry = ModelRegistry.create(AuthStorage.inMemory({}), path);
  const ask: Provider["ask"] = async (request = {}, settings = {}) => {
    const models = summaryModels({ modelRegistry: registry, model: undefined }, { ...SETTINGS, ...settings });
    if (!models) throw new Error("no model");
    return models.primary.call({ ...REQUEST, ...request });
  };
  return { loopback, registry, ask };
}

describe("callModel", () => {
  it.each(["anthropic", "openai", "responses"] as const)(
    "brings text, usage and progress over %s",
    async (api) => {
      const text = "a longer answer ".repeat(10).trim();
      const { loopback, ask } = await provide({ text, chunk: 50, usage: { input: 1000, output: 100 } }, api);
      const progress: number[] = [];
      expect(await ask({ onProgress: (chars) => progress.push(chars) })).toEqual({
        kind: "text",
        text,
        truncated: false,
        usage: { input: expect.any(Number), output: 100, cost: expect.any(Number), calls: 1 },
      });
      expect(progress).toEqual([50, 100, 150, 159]);
      expect(loopback.violations).toEqual([]);
      expect(JSON.stringify(loopback.requests[0]?.body)).not.toContain("cache_control");
    },
  );

  it("sends the system prompt apart, bounds the answer and writes no cache", async () => {
    const { loopback, ask } = await provide({ text: "ok" });
    await ask();
    expect(loopback.requests.map(({ body }) => body)).toEqual([
      {
        model: "sum-1",
        max_tokens: 8192,
        stream: true,
        system: [{ type: "text", text: "be brief" }],
        messages: [{ role: "user", content: [{ type: "text", text: "what is it?" }] }],
        thinking: { type: "disabled" },
      },
    ]);
  });

  it.each([
    { thinking: "default", model: "loop/sum-1", sent: { type: "disabled" } },
    { thinking: "off", model: "loop/sum-1", sent: { type: "disabled" } },
    { thinking: "low", model: "loop/sum-1", sent: { type: "enabled", budget_tokens: 2048 } },
    { thinking: "low", model: "loop/sum-1:off", sent: { type: "disabled" } },
    { thinking: "off", model: "loop/sum-1:minimal", sent: { type: "enabled", budget_tokens: 1024 } },
    // A level the model does not have is lowered to one it has.
    { thinking: "xhigh", model: "loop/sum-1", sent: { type: "enabled", budget_tokens: 7168 } },
  ] as const)("thinks as $thinking and $model say", async ({ thinking, model, sent }) => {
    const { loopback, ask } = await provide({ text: "ok" });
    await ask({}, { summarizerThinking: thinking, summarizerModel: model });
    expect(loopback.requests[0]?.body.thinking).toMatchObject(sent);
    expect(loopback.violations).toEqual([]);
  });

  it.each([
    { title: "a refused key", fault: { kind: "status", status: 401 }, reason: "auth" },
    { title: "a rate limit", fault: { kind: "status", status: 429 }, reason: "transient" },
    { title: "an overloaded provider", fault: { kind: "status", status: 529 }, reason: "transient" },
    { title: "a refused request", fault: { kind: "status", status: 400 }, reason: "unusable" },
    { title: "a broken connection", fault: { kind: "cut" }, reason: "transient" },
    {
      title: "a prompt that is too long",
      fault: { kind: "status", status: 400, message: "prompt is too long: 213462 tokens > 200000 maximum" },
      reason: "context-length",
    },
  ] as const)("tells $title by one request", async ({ fault, reason }) => {
    for (const api of ["anthropic", "openai", "responses"] as const) {
      const { loopback, ask } = await provide({ text: "half of an answer", fault }, api);
      expect(await ask()).toMatchObject({ kind: "failed", reason, usage: { calls: 1 } });
      expect(loopback.requests.length).toBe(1);
    }
  });

  it.each(["anthropic", "openai", "responses"] as const)(
    "marks a text that a limit cut off (%s)",
    async (api) => {
      const half = await provide({ text: "half a", stop: "max_tokens" }, api);
      expect(await half.ask()).toMatchObject({ kind: "text", text: "half a", truncated: true });
      const whole = await provide({ text: "a whole" }, api);
      expect(await whole.ask()).toMatchObject({ kind: "text", text: "a whole", truncated: false });
    },
  );

  it("has no use for a tool call", async () => {
    const { ask } = await provide({ text: "let me see", toolCalls: [{ name: "bash", input: {} }] });
    expect(await ask()).toMatchObject({ kind: "failed", reason: "unusable", usage: { calls: 1 } });
  });

  it.each(["stall-before", "stall-mid"] as const)(
    "gives up on a provider that goes silent: %s",
    async (kind) => {
      const { loopback, ask } = await provide({ text: "half of an answer", fault: { kind } });
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      let begun = () => {};
      const beginning = kind === "stall-mid" ? new Promise<void>((resolve) => (begun = resolve)) : undefined;
      const asked = ask({ onProgress: () => begun() });
      await loopback.waitForRequest(() => true);
      await beginning;
      vi.advanceTimersByTime(20_000);
      const outcome = await asked;
      expect(outcome).toMatchObject({
        kind: "failed",
        reason: "stalled",
        message: "stalled (no output for 20s)",
      });
      expect(outcome.usage.calls).toBe(1);
      // What the provider said it would charge is counted though no answer came.
      expect(outcome.usage.input > 0).toBe(kind === "stall-mid");
      expect((await loopback.waitForRequest(({ closedByClient }) => closedByClient)).outcome).toBe(kind);
    },
  );

  it("ends with the caller's signal, at once", async () => {
    const { loopback, ask } = await provide({ fault: { kind: "stall-before" } });
    const abort = new AbortController();
    const asked = ask({ signal: abort.signal });
    await loopback.waitForRequest(() => true);
    abort.abort();
    expect(await asked).toMatchObject({ kind: "failed", reason: "aborted" });
    expect(await ask({ signal: abort.signal })).toMatchObject({ reason: "aborted", usage: { calls: 0 } });
    expect(loopback.requests.length).toBe(1);
  });

  it("fails for want of a key without a request", async () => {
    const { loopback, ask } = await provide({ text: "ok" }, "anthropic", {
      deepseek: { baseUrl: "LOOPBACK" },
    });
    expect(await ask({}, { summarizerModel: "deepseek/deepseek-v4-pro" })).toMatchObject({
      kind: "failed",
      reason: "auth",
    });
    expect(loopback.requests.length).toBe(0);
  });

  it.each([
    { provider: "anthropic", api: "anthropic", header: "authorization", absent: "x-api-key" },
    { provider: "anthropic", api: "anthropic", header: "x-api-key", absent: "authorization" },
    { provider: "deepseek", api: "openai", header: "authorization", absent: "x-api-key" },
  ] as const)(
    "works with credentials in the $header header alone for $provider",
    async ({ provider, api, header, absent }) => {
      const { loopback, registry, ask } = await provide({ text: "ok" }, api, {
        [provider]: { baseUrl: "LOOPBACK", headers: { [header]: "Bearer from-headers" } },
      });
      const model = registry.getAll().findLast((each) => each.provider === provider);
      loopback.setScript(model?.id ?? "", () => ({ text: "ok" }));
      expect(await ask({}, { summarizerModel: `${provider}/${model?.id}` })).toMatchObject({
        kind: "text",
        text: "ok",
      });
      expect(loopback.requests[0]?.headers).toMatchObject({ [header]: "Bearer from-headers" });
      expect(loopback.requests[0]?.headers).not.toHaveProperty(absent);
    },
  );

  it("never rejects, whatever a provider throws", async () => {
    const { registry } = await provide({});
    const model = { ...registry.find("loop", "sum-1"), api: "no-such-api" } as Model<Api>;
    const limits = { idleMs: 0, totalMs: 0 };
    const target = { registry, model, thinking: "default", sessionId: "s", limits } as const;
    expect(await callModel(target, REQUEST)).toMatchObject({ kind: "failed", reason: "auth" });
  });

  it("brings its own session id, and a new one each time models are looked up", async () => {
    const seen: (SimpleStreamOptions | undefined)[] = [];
    const faux = registerFauxProvider({ provider: "faux" });
    cleanups.push(() => faux.unregister());
    faux.setResponses(
      [1, 2, 3].map(() => (_context: unknown, options: SimpleStreamOptions | undefined) => {
        seen.push(options);
        return fauxAssistantMessage("ok");
      }),
    );
    const registry = ModelRegistry.inMemory(AuthStorage.inMemory({ faux: { type: "api_key", key: "k" } }));
    const ctx = { modelRegistry: registry, model: faux.getModel() };
    const first = summaryModels(ctx, { ...SETTINGS, summarizerModel: "default" });
    await first?.primary.call(REQUEST);
    await first?.primary.call(REQUEST);
    await summaryModels(ctx, { ...SETTINGS, summarizerModel: "default" })?.primary.call(REQUEST);
    const ids = seen.map((options) => options?.sessionId);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(2);
    expect(seen[0]).toMatchObject({ cacheRetention: "none", maxRetries: 0, maxTokens: 700 });
  });
});
