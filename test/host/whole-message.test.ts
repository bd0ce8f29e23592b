import { registerFauxProvider } from "@mariozechner/pi-ai";
import { AuthStorage, ModelRegistry } from "@mariozechner/pi-coding-agent";
import { afterAll, describe, expect, it } from "vitest";
import { callModel } from "../../src/host/model-call.ts";

const faux = registerFauxProvider({ provider: "faux" });
afterAll(() => faux.unregister());

describe("callModel takes what a host's registry streams as it comes", () => {
  const usage = { input: 5, output: 2, cacheRead: 1, cacheWrite: 1, cost: { total: 0.5 } };
  const content = [{ type: "text", text: "fine" }];
  const callWith = (...events: unknown[]) => {
    const registry = Object.assign(ModelRegistry.inMemory(AuthStorage.inMemory({})), {
      streamSimple: async function* () {
        yield* events;
      },
    });
    const limits = { idleMs: 0, totalMs: 0 };
    const target = { registry, model: faux.getModel(), thinking: "default", sessionId: "s", limits } as const;
    return callModel(target, { system: "be brief", prompt: "what is it?", answerTokens: 700 });
  };
  const ends = (message: unknown) => callWith({ type: "done", message });
  const unknown = { input: 0, output: 0, cost: 0, calls: 1 };

  it.each([
    { title: "no usage", usage: undefined, spent: unknown },
    { title: "usage of null", usage: null, spent: unknown },
    {
      title: "usage without prices",
      usage: { input: 5, output: 2 },
      spent: { ...unknown, input: 5, output: 2 },
    },
    { title: "usage", usage, spent: { input: 7, output: 2, cost: 0.5, calls: 1 } },
  ])("an answer with $title", async ({ usage, spent }) => {
    expect(await ends({ content, usage, stopReason: "stop" })).toEqual({
      kind: "text",
      text: "fine",
      truncated: false,
      usage: spent,
    });
    const errorMessage = "529 overloaded";
    expect(await ends({ content: [], usage, stopReason: "error", errorMessage })).toEqual({
      kind: "failed",
      reason: "transient",
      message: errorMessage,
      usage: spent,
    });
  });

  it.each([null, undefined, "fine", [null], [{ type: "text", text: null }]])(
    "an answer whose content is %j, which is none",
    async (content) => {
      expect(await ends({ content, usage, stopReason: "stop" })).toEqual({
        kind: "text",
        text: "",
        truncated: false,
        usage: { input: 7, output: 2, cost: 0.5, calls: 1 },
      });
    },
  );

  it.each([
    { title: "an end without a message", events: [{ type: "done" }] },
    { title: "an error without a message", events: [{ type: "error", error: null }] },
    { title: "half an answer without usage", events: [{ type: "text_start", partial: {} }] },
    { title: "something that is no event", events: [null] },
  ])("$title", async ({ events }) => {
    const outcome = await callWith(...events);
    expect(outcome).toMatchObject({ kind: "failed", message: expect.any(String), usage: { calls: 1 } });
  });
});
