import { expect, it } from "vitest";
import { parseModelSpec } from "../../src/settings/model-spec.ts";

const models = new Set([
  "anthropic/haiku",
  "openrouter/meta/llama-3:free",
  "ollama/llama3.1:8b",
  "ollama/qwen",
  "ollama/qwen:high",
  "lab/x:low",
]);
const knows = (provider: string, id: string) => models.has(`${provider}/${id}`);
const model = (provider: string, id: string, thinking?: string) => ({
  ok: true,
  spec: { kind: "model", provider, id, ...(thinking && { thinking }) },
});

it.each([
  ["builtin/digest", { ok: true, spec: { kind: "digest" } }],
  [" default ", { ok: true, spec: { kind: "session" } }],
  ["anthropic/haiku", model("anthropic", "haiku")],
  ["anthropic/haiku:low", model("anthropic", "haiku", "low")],
  ["openrouter/meta/llama-3:free", model("openrouter", "meta/llama-3:free")],
  ["openrouter/meta/llama-3:free:xhigh", model("openrouter", "meta/llama-3:free", "xhigh")],
  ["ollama/llama3.1:8b", model("ollama", "llama3.1:8b")],
  ["ollama/llama3.1:8b:off", model("ollama", "llama3.1:8b", "off")],
  // the whole is a model of that name, so it wins over a shorter one with a level
  ["ollama/qwen:high", model("ollama", "qwen:high")],
  ["ollama/qwen:high:high", model("ollama", "qwen:high", "high")],
  ["ollama/qwen:low", model("ollama", "qwen", "low")],
  ["lab/x:low", model("lab", "x:low")],
])("reads %j", (text, expected) => {
  expect(parseModelSpec(text, knows)).toEqual(expected);
});

it.each([
  ["", "malformed"],
  ["haiku", "malformed"],
  ["anthropic/", "malformed"],
  ["/haiku", "malformed"],
  ["anthropic/haiku:loud", "unknown-model"],
  ["anthropic/haiku:default", "unknown-model"],
  ["anthropic/opus", "unknown-model"],
  ["anthropic/opus:low", "unknown-model"],
  ["anthropic/:low", "unknown-model"],
  ["builtin/else", "unknown-model"],
])("refuses %j as %s", (text, reason) => {
  expect(parseModelSpec(text, knows)).toMatchObject({ ok: false, reason });
});

it("names what it refuses", () => {
  expect(parseModelSpec("haiku", knows)).toEqual({
    ok: false,
    reason: "malformed",
    message: '"haiku" is not builtin/digest, default or provider/model-id.',
  });
});
