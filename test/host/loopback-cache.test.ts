import { afterEach, expect, test } from "vitest";
import { post } from "../support/loopback/client.ts";
import { priceOf } from "../support/loopback/usage.ts";
import { startLoopback } from "../support/loopback.ts";
import { anthropicBody, assistant, marked, text, user } from "../support/strict/anthropic-bodies.ts";
import { openAiBody } from "../support/strict/openai-cases.ts";

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

async function start(now: () => number) {
  const loopback = await startLoopback({ scripts: { "main-1": () => ({ text: "ok" }) }, now });
  close = loopback.close;
  return loopback;
}

const long = text("x".repeat(3200));
const tools = [{ name: "bash", description: "x".repeat(6400), input_schema: { type: "object" } }];
const conversation = (turns: number, more = {}) =>
  anthropicBody(
    [
      user(long),
      ...Array.from({ length: turns }, (_, turn) => [
        assistant(text("ok")),
        user(turn === turns - 1 ? marked(text("on")) : text("on")),
      ]).flat(),
    ],
    {
      tools,
      system: [marked(text("Be brief."))],
      ...more,
    },
  );

test("reads the cache where an earlier marker stood, within 20 blocks and five minutes", async () => {
  let now = 0;
  const loopback = await start(() => now);
  const ask = async (at: number, body: unknown) => {
    now = at;
    await post(`${loopback.url}/v1/messages`, body);
    const { input, cacheRead, cacheWrite } = loopback.requests.at(-1)?.usage ?? {};
    return { input, cacheRead, cacheWrite };
  };
  const thinking = { type: "enabled", budget_tokens: 1024 };
  expect({
    first: await ask(0, conversation(1)),
    grown: await ask(299_000, conversation(2)),
    "20 blocks further": await ask(598_000, conversation(12)),
    "22 blocks further": await ask(598_001, conversation(23)),
    "with other settings for thinking": await ask(598_002, conversation(23, { thinking, max_tokens: 2000 })),
    cold: await ask(898_003, conversation(2)),
    "without markers": await ask(898_004, anthropicBody([user(long)], { tools })),
  }).toMatchInlineSnapshot(`
    {
      "20 blocks further": {
        "cacheRead": 3028,
        "cacheWrite": 20,
        "input": 0,
      },
      "22 blocks further": {
        "cacheRead": 2024,
        "cacheWrite": 1046,
        "input": 0,
      },
      "cold": {
        "cacheRead": 0,
        "cacheWrite": 3028,
        "input": 0,
      },
      "first": {
        "cacheRead": 0,
        "cacheWrite": 3026,
        "input": 0,
      },
      "grown": {
        "cacheRead": 3026,
        "cacheWrite": 2,
        "input": 0,
      },
      "with other settings for thinking": {
        "cacheRead": 2024,
        "cacheWrite": 1046,
        "input": 0,
      },
      "without markers": {
        "cacheRead": 0,
        "cacheWrite": 0,
        "input": 3024,
      },
    }
  `);
});

test("reads the automatic cache in steps of 128 tokens", async () => {
  const loopback = await start(() => 0);
  const body = (last: string) =>
    openAiBody([
      { role: "user", content: "x".repeat(6400) },
      { role: "user", content: last },
    ]);
  for (const last of ["one", "two"]) await post(`${loopback.url}/chat/completions`, body(last));
  expect(loopback.requests.map(({ usage }) => usage)).toMatchInlineSnapshot(`
    [
      {
        "cacheRead": 0,
        "cacheWrite": 0,
        "cacheWrite1h": 0,
        "input": 2029,
        "output": 2,
      },
      {
        "cacheRead": 1920,
        "cacheWrite": 0,
        "cacheWrite1h": 0,
        "input": 109,
        "output": 2,
      },
    ]
  `);
});

test("prices an exchange", () => {
  const usage = { input: 1000, output: 100, cacheRead: 10_000, cacheWrite: 2000, cacheWrite1h: 1000 };
  expect(priceOf(usage, { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 })).toBeCloseTo(0.01725, 10);
  expect(priceOf(usage, { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 0 })).toBeCloseTo(0.0165, 10);
});
