import { expect, test } from "vitest";
import { checkAnthropicRequest } from "../support/strict/anthropic.ts";
import { anthropicBody, assistant, prompt, result, use, user } from "../support/strict/anthropic-bodies.ts";
import { anthropicCases } from "../support/strict/anthropic-cases.ts";
import { thinkingSignature } from "../support/strict/anthropic-thinking.ts";
import { checkOpenAiRequest } from "../support/strict/openai.ts";
import { openAiCases } from "../support/strict/openai-cases.ts";
import { checkResponsesRequest } from "../support/strict/responses.ts";
import { made, madeCases, responsesCases } from "../support/strict/responses-cases.ts";
import { responsesItemCases } from "../support/strict/responses-item-cases.ts";

test.each(anthropicCases)("judges an Anthropic request with %s", (_, body, refusal) => {
  const message = checkAnthropicRequest(body)?.message;
  expect(message?.slice(0, refusal?.length)).toBe(refusal);
});

test.each(openAiCases)("judges an OpenAI request with %s", (_, body, refusal) => {
  const message = checkOpenAiRequest(body)?.message;
  expect(message?.slice(0, refusal?.length)).toBe(refusal);
});

test.each([...responsesCases, ...responsesItemCases])(
  "judges an OpenAI Responses request with %s",
  (_, body, refusal) => {
    const message = checkResponsesRequest(body)?.message;
    expect(message?.slice(0, refusal?.length)).toBe(refusal);
  },
);

test.each(madeCases)("judges what OpenAI made itself with %s", (_, body, refusal) => {
  const message = checkResponsesRequest(body, made)?.message;
  expect(message?.slice(0, refusal?.length)).toBe(refusal);
});

test("refuses a running loop that lost the thinking in front of its call", () => {
  const thinking = { type: "enabled", budget_tokens: 1024 };
  const messages = [prompt, assistant(use("a")), user(result("a"))];
  const body = anthropicBody(messages, { thinking, max_tokens: 2000 });
  const issued = new Map([["a", thinkingSignature("hm")]]);
  expect(checkAnthropicRequest(body)).toBeUndefined();
  expect(checkAnthropicRequest(body, issued)?.message).toMatch(
    /blocks in the latest assistant message cannot be modified/,
  );
});
