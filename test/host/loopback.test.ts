import { afterEach, expect, test } from "vitest";
import { post } from "../support/loopback/client.ts";
import type { Fault, Reply, Script } from "../support/loopback/script.ts";
import { startLoopback } from "../support/loopback.ts";
import { anthropicBody, assistant, prompt, text } from "../support/strict/anthropic-bodies.ts";
import { openAiBody } from "../support/strict/openai-cases.ts";
import { responsesBody, user } from "../support/strict/responses-bodies.ts";

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

async function start(script: Script) {
  const loopback = await startLoopback({ scripts: { "main-1": script } });
  close = loopback.close;
  const anthropic = (body: unknown, signal?: AbortSignal) =>
    post(`${loopback.url}/v1/messages`, body, signal);
  const openAi = (body: unknown) => post(`${loopback.url}/chat/completions`, body);
  const responses = (body: unknown) => post(`${loopback.url}/responses`, body);
  return { loopback, anthropic, openAi, responses };
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

test("streams reasoning, text and calls as Responses does", async () => {
  const { responses } = await start([{ thinking: "hm", text: "look", toolCalls: [call] }]);
  const { events } = await responses(responsesBody([user()]));
  expect(
    events.map(({ type, item, delta, response }) => JSON.stringify([type, item ?? delta ?? response])),
  ).toMatchInlineSnapshot(`
    [
      "["response.created",{"id":"resp_0","status":"in_progress","output":[]}]",
      "["response.output_item.added",{"type":"reasoning","id":"rs_made_0","encrypted_content":"J/ffrjrv2N09eFyqwy4kM5NAyfjoUKLAVRiDPiO5z5A=","summary":[]}]",
      "["response.reasoning_summary_part.added",null]",
      "["response.reasoning_summary_text.delta","hm"]",
      "["response.reasoning_summary_part.done",null]",
      "["response.output_item.done",{"type":"reasoning","id":"rs_made_0","encrypted_content":"J/ffrjrv2N09eFyqwy4kM5NAyfjoUKLAVRiDPiO5z5A=","summary":[{"type":"summary_text","text":"hm"}]}]",
      "["response.output_item.added",{"type":"message","id":"msg_made_0","role":"assistant","status":"in_progress","content":[]}]",
      "["response.content_part.added",null]",
      "["response.output_text.delta","look"]",
      "["response.content_part.done",null]",
      "["response.output_item.done",{"type":"message","id":"msg_made_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"look","annotations":[]}]}]",
      "["response.output_item.added",{"type":"function_call","id":"fc_made_0_0","call_id":"call_0_0","name":"bash","status":"in_progress","arguments":""}]",
      "["response.function_call_arguments.delta","{\\"command\\":\\"echo 😀\\"}"]",
      "["response.function_call_arguments.done",null]",
      "["response.output_item.done",{"type":"function_call","id":"fc_made_0_0","call_id":"call_0_0","name":"bash","status":"completed","arguments":"{\\"command\\":\\"echo 😀\\"}"}]",
      "["response.completed",{"id":"resp_0","status":"completed","output":[{"type":"reasoning","id":"rs_made_0","encrypted_content":"J/ffrjrv2N09eFyqwy4kM5NAyfjoUKLAVRiDPiO5z5A=","summary":[{"type":"summary_text","text":"hm"}]},{"type":"message","id":"msg_made_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"look","annotations":[]}]},{"type":"function_call","id":"fc_made_0_0","call_id":"call_0_0","name":"bash","status":"completed","arguments":"{\\"command\\":\\"echo 😀\\"}"}],"usage":{"input_tokens":21,"input_tokens_details":{"cached_tokens":0},"output_tokens":12,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":33}}]",
    ]
  `);
});

test("tells that an answer was too long as Responses does", async () => {
  const { responses } = await start([{ text: "look", stop: "max_tokens" }]);
  const { events } = await responses(responsesBody([user()]));
  expect(events.at(-1)).toMatchObject({
    type: "response.incomplete",
    response: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } },
  });
});

test("refuses an item of its own without the reasoning it made it with", async () => {
  const { loopback, responses } = await start([{ thinking: "hm", text: "so" }, {}]);
  const { events } = await responses(responsesBody([user()]));
  const [reasoning, message] = Object(events.at(-1)).response.output;
  expect((await responses(responsesBody([user(), message, user()]))).events).toMatchObject([
    {
      error: {
        type: "invalid_request_error",
        param: "input",
        message: expect.stringMatching(/required 'reasoning' item/),
      },
    },
  ]);
  expect((await responses(responsesBody([user(), reasoning, message, user()]))).status).toBe(200);
  expect(loopback.violations).toHaveLength(1);
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
