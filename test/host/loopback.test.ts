import { afterEach, expect, test } from "vitest";
import { post } from "../support/loopback/client.ts";
import type { Fault, Reply, Script } from "../support/loopback/script.ts";
import { startLoopback } from "../support/loopback.ts";
import { anthropicBody, assistant, prompt, text } from "../support/strict/anthropic-bodies.ts";
import { openAiBody } from "../support/strict/openai-cases.ts";

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

async function start(script: Script) {
  const loopback = await startLoopback({ scripts: { "main-1": script } });
  close = loopback.close;
  const anthropic = (body: unknown, signal?: AbortSignal) =>
    post(`${loopback.url}/v1/messages`, body, signal);
  const openAi = (body: unknown) => post(`${loopback.url}/chat/completions`, body);
  return { loopback, anthropic, openAi };
}

const call = { name: "bash", input: { command: "echo 😀" } };
const hello = anthropicBody([prompt]);

test("streams thinking, text and calls as the Messages endpoint does", async () => {
  const { anthropic } = await start([{ thinking: "hm", text: "look", toolCalls: [call], chunk: 3 }]);
  const { events } = await anthropic(hello);
  expect(
    events.map(({ type, index, delta, content_block: block }) =>
      JSON.stringify({ type, index, ...Object(block ?? delta) }),
    ),
  ).toMatchInlineSnapshot(`
    [
      "{"type":"message_start"}",
      "{"type":"thinking","index":0,"thinking":"","signature":""}",
      "{"type":"thinking_delta","index":0,"thinking":"hm"}",
      "{"type":"signature_delta","index":0,"signature":"J/ffrjrv2N09eFyqwy4kM5NAyfjoUKLAVRiDPiO5z5A="}",
      "{"type":"content_block_stop","index":0}",
      "{"type":"text","index":1,"text":""}",
      "{"type":"text_delta","index":1,"text":"loo"}",
      "{"type":"text_delta","index":1,"text":"k"}",
      "{"type":"content_block_stop","index":1}",
      "{"type":"tool_use","index":2,"id":"toolu_0_0","name":"bash","input":{}}",
      "{"type":"input_json_delta","index":2,"partial_json":"{\\"c"}",
      "{"type":"input_json_delta","index":2,"partial_json":"omm"}",
      "{"type":"input_json_delta","index":2,"partial_json":"and"}",
      "{"type":"input_json_delta","index":2,"partial_json":"\\":\\""}",
      "{"type":"input_json_delta","index":2,"partial_json":"ech"}",
      "{"type":"input_json_delta","index":2,"partial_json":"o 😀"}",
      "{"type":"input_json_delta","index":2,"partial_json":"\\"}"}",
      "{"type":"content_block_stop","index":2}",
      "{"type":"message_delta","stop_reason":"tool_use","stop_sequence":null}",
      "{"type":"message_stop"}",
    ]
  `);
});

test("streams text and calls as chat completions does", async () => {
  const { openAi } = await start([{ text: "look", toolCalls: [call], stop: "max_tokens" }]);
  const { events } = await openAi(openAiBody([{ role: "user", content: "go" }]));
  expect(events.map(({ choices, usage }) => JSON.stringify({ choices, usage }))).toMatchInlineSnapshot(`
    [
      "{"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}",
      "{"choices":[{"index":0,"delta":{"content":"look"},"finish_reason":null}]}",
      "{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_0_0","type":"function","function":{"name":"bash","arguments":""}}]},"finish_reason":null}]}",
      "{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"command\\":\\"echo 😀\\"}"}}]},"finish_reason":null}]}",
      "{"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}",
      "{"choices":[],"usage":{"prompt_tokens":29,"completion_tokens":11,"total_tokens":40,"prompt_tokens_details":{"cached_tokens":0}}}",
    ]
  `);
});

test("refuses what a real provider refuses, and keeps the refusal", async () => {
  const { loopback, anthropic, openAi } = await start(() => ({ text: "never" }));
  const anthropicError = await anthropic(anthropicBody([assistant(text("hi"))]));
  expect([anthropicError.status, anthropicError.events]).toMatchInlineSnapshot(`
    [
      400,
      [
        {
          "error": {
            "message": "messages: first message must use the "user" role",
            "type": "invalid_request_error",
          },
          "request_id": "req_loopback",
          "type": "error",
        },
      ],
    ]
  `);
  const openAiError = await openAi(openAiBody([{ role: "user", content: [] }]));
  expect([openAiError.status, openAiError.events]).toMatchInlineSnapshot(`
    [
      400,
      [
        {
          "error": {
            "code": "empty_array",
            "message": "Invalid 'messages[1].content': empty array. Expected an array with minimum length 1, but got an empty array instead.",
            "param": "messages[1].content",
            "type": "invalid_request_error",
          },
        },
      ],
    ]
  `);
  expect(loopback.violations.map(({ request }) => request.outcome)).toEqual(["refused", "refused"]);
});

test.each([
  ["a model without a script", { ...hello, model: "other" }, 'loopback: no script for model "other"'],
  ["an exhausted script", hello, 'loopback: the script of model "main-1" has only 0 replies'],
])("answers %s with a 500 and notes it", async (_, body, message) => {
  const { loopback, anthropic } = await start([]);
  expect(await anthropic(body)).toMatchObject({
    status: 500,
    events: [{ error: { type: "api_error", message } }],
  });
  expect(loopback.violations).toMatchObject([{ violation: { type: "script_error", message } }]);
});

test.each<[Fault, object]>([
  [
    { kind: "status", status: 529 },
    { status: 529, events: [{ error: { type: "overloaded_error", message: "Overloaded" } }] },
  ],
  [
    { kind: "status", status: 400, message: "prompt is too long" },
    { status: 400, events: [{ error: { message: "prompt is too long" } }] },
  ],
  [{ kind: "cut" }, { status: 200, isComplete: false }],
  [{ kind: "empty" }, { status: 200, isComplete: true }],
])("delivers the fault %j", async (fault, expected) => {
  const { loopback, anthropic } = await start([{ fault }]);
  const answer = await anthropic(hello);
  expect(answer).toMatchObject(expected);
  expect(answer.events.some(({ type }) => type === "message_stop")).toBe(fault.kind === "empty");
  expect(loopback.requests).toMatchObject([{ outcome: fault.kind, closedByClient: false }]);
});

test.each<Reply>([
  { fault: { kind: "stall-before" } },
  { fault: { kind: "stall-mid" } },
  { gate: new Promise(() => {}) },
])("sees a client give up on %j", async (reply) => {
  const { loopback, anthropic } = await start([reply]);
  const client = new AbortController();
  const answer = anthropic(hello, client.signal).catch((error: Error) => error.name);
  await loopback.waitForRequest(({ reply: begun }) => begun !== undefined);
  client.abort();
  const request = await loopback.waitForRequest(({ closedByClient }) => closedByClient);
  expect(request.outcome).toBe(reply.fault?.kind ?? "abandoned");
  await answer;
});

test.each([
  ["v1/messages", hello, "prompt is too long: 31 tokens > 9 maximum"],
  [
    "v1/chat/completions",
    openAiBody([{ role: "user", content: "go" }]),
    "This model's maximum context length is 9 tokens.",
  ],
])("refuses a prompt that does not fit the window at %s", async (path, body, message) => {
  const loopback = await startLoopback({ scripts: {}, windows: { "main-1": 9 }, keepBodies: false });
  close = loopback.close;
  const answer = await post(`${loopback.url}/${path}`, body);
  expect(answer).toMatchObject({
    status: 400,
    events: [{ error: { message: expect.stringMatching(`^${message}`) } }],
  });
  await loopback.waitForRequest(({ body: kept }) => Object.keys(kept).length === 0);
  expect(loopback.requests).toMatchObject([{ outcome: "too-long" }]);
  expect(loopback.violations).toEqual([]);
});

test("holds a reply until its gate opens, and counts open requests", async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { loopback, anthropic } = await start(({ index }) =>
    index === 0 ? { text: "late", gate } : { text: "soon" },
  );
  const late = anthropic(hello);
  await loopback.waitForRequest(({ index }) => index === 0);
  await anthropic(hello);
  expect(loopback.requests.map(({ outcome, openRequests }) => [outcome, openRequests])).toEqual([
    ["open", 1],
    ["answered", 2],
  ]);
  open();
  expect((await late).isComplete).toBe(true);
});
