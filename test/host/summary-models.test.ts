import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AuthStorage, ModelRegistry } from "@mariozechner/pi-coding-agent";
import { afterEach, describe, expect, it } from "vitest";
import { type ModelSettings, summaryModels } from "../../src/host/summary-models.ts";
import { extensionPath, hosts } from "../support/hosts.ts";
import { startLoopback } from "../support/loopback.ts";
import { runPrint } from "../support/print.ts";
import { createSandbox } from "../support/sandbox.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const SETTINGS: ModelSettings = {
  summarizerModel: "default",
  summarizerThinking: "default",
  summarizerIdleTimeoutMs: 20_000,
  summarizerMaxTimeoutMs: 180_000,
};

const MODELS = [
  { id: "main-1", contextWindow: 100_000, reasoning: false },
  { id: "sum-1", contextWindow: 100_000 },
  { id: "meta/llama3.1:8b", contextWindow: 8000 },
  { id: "deep:low", contextWindow: 8000, reasoning: false },
];

async function prepare(id: "a" | "b") {
  const loopback = await startLoopback({ scripts: { "sum-1": () => ({ text: "a summary" }) } });
  const sandbox = createSandbox({ host: hosts[id], loopback, api: "anthropic", models: MODELS });
  cleanups.push(loopback.close, sandbox.dispose);
  return { loopback, sandbox };
}

describe("summaryModels", () => {
  it.each([
    { spec: "default", primary: "loop/main-1", window: 100_000 },
    { spec: "loop/main-1", primary: "loop/main-1", window: 100_000 },
    { spec: "loop/sum-1", primary: "loop/sum-1", session: "loop/main-1", window: 91_808 },
    { spec: "loop/sum-1:high", primary: "loop/sum-1", session: "loop/main-1", window: 91_808 },
    { spec: "loop/meta/llama3.1:8b", primary: "loop/meta/llama3.1:8b", session: "loop/main-1", window: 4000 },
    {
      spec: "loop/meta/llama3.1:8b:low",
      primary: "loop/meta/llama3.1:8b",
      session: "loop/main-1",
      window: 4000,
    },
    { spec: "loop/deep:low", primary: "loop/deep:low", session: "loop/main-1", window: 8000 },
    { spec: "loop/nothing", primary: "loop/main-1", window: 100_000, warns: true },
    { spec: "nonsense", primary: "loop/main-1", window: 100_000, warns: true },
  ])("takes $spec for $primary", async ({ spec, primary, session, window, warns = false }) => {
    const { sandbox } = await prepare("a");
    const registry = ModelRegistry.create(AuthStorage.inMemory({}), join(sandbox.agentDir, "models.json"));
    const ctx = { modelRegistry: registry, model: registry.find("loop", "main-1") };
    const models = summaryModels(ctx, { ...SETTINGS, summarizerModel: spec });
    expect({
      primary: models?.primary.name,
      session: models?.session?.name,
      provider: models?.sessionProvider,
      window: models?.primary.window,
      warns: models?.warning?.text.includes(spec) ?? false,
    }).toEqual({ primary, session, provider: "loop", window, warns });
  });

  it("has no model without one in the session", () => {
    const modelRegistry = ModelRegistry.inMemory(AuthStorage.inMemory({}));
    expect(summaryModels({ modelRegistry, model: undefined }, SETTINGS)).toBeUndefined();
  });
});

// What an extension of either host sees: its own context, models from models.json, and a provider of another extension.
const probe = (source: string) => `
import { createAssistantMessageEventStream } from "@mariozechner/pi-ai";
import { summaryModels } from ${JSON.stringify(source)};

const model = { id: "own-1", name: "own", reasoning: false, input: ["text"], contextWindow: 50000, maxTokens: 4096,
  cost: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 } };

export default function (pi) {
  pi.registerProvider("acme", { api: "acme-api", baseUrl: "http://127.0.0.1:9", apiKey: "test-key", models: [model],
    streamSimple: (model, context, options) => {
      const stream = createAssistantMessageEventStream();
      const { maxTokens, cacheRetention, maxRetries, sessionId, reasoning } = options;
      const text = JSON.stringify({ maxTokens, cacheRetention, maxRetries, reasoning, isFresh: Boolean(sessionId) });
      const usage = { input: 5, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 7,
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.5 } };
      stream.push({ type: "done", reason: "stop", message: { role: "assistant", content: [{ type: "text", text }],
        api: model.api, provider: model.provider, model: model.id, usage, stopReason: "stop", timestamp: 1 } });
      return stream;
    } });
  pi.registerCommand("ask", { description: "asks a model", handler: async (args, ctx) => {
    const models = summaryModels(ctx, JSON.parse(args));
    const outcome = await models.primary.call({ system: "be brief", prompt: "what is it?", answerTokens: 700 });
    process.stderr.write("ASKED " + JSON.stringify({ name: models.primary.name, outcome }) + "\\n");
  } });
}
`;

describe.each(["a", "b"] as const)("summaryModels inside host %s", (id) => {
  it("asks models of the host and of extensions, and lets Pi end at once", async () => {
    const { loopback, sandbox } = await prepare(id);
    const path = join(sandbox.directory, "probe.ts");
    writeFileSync(path, probe(extensionPath.replace("index.ts", "host/summary-models.ts")));
    const ask = (summarizerModel: string) => `/ask ${JSON.stringify({ ...SETTINGS, summarizerModel })}`;
    const run = await runPrint(sandbox, {
      prompts: [ask("loop/sum-1:low"), ask("acme/own-1"), ask("google/gemini-2.5-flash")],
      extensions: [path],
      noSession: true,
    });
    const asked = run.stderr
      .split("\n")
      .flatMap((line) => (line.startsWith("ASKED ") ? [JSON.parse(line.slice(6))] : []));
    expect({ code: run.code, asked }, run.stderr).toMatchObject({
      code: 0,
      asked: [
        {
          name: "loop/sum-1",
          outcome: { kind: "text", text: "a summary", truncated: false, usage: { calls: 1 } },
        },
        {
          name: "acme/own-1",
          outcome: {
            kind: "text",
            text: '{"maxTokens":700,"cacheRetention":"none","maxRetries":0,"isFresh":true}',
            usage: { input: 5, output: 2, cost: 0.5, calls: 1 },
          },
        },
        { name: "google/gemini-2.5-flash", outcome: { kind: "failed", reason: "auth" } },
      ],
    });
    expect(
      loopback.requests.map(({ model, body }) => [model, JSON.stringify(body).includes("cache_control")]),
    ).toEqual([["sum-1", false]]);
    expect(loopback.requests[0]?.body.thinking).toMatchObject({ type: "enabled" });
    expect(loopback.violations).toEqual([]);
  });
});
