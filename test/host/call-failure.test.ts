import { fauxAssistantMessage } from "@mariozechner/pi-ai";
import { describe, expect, it } from "vitest";
import { failureOf, failureOfError } from "../../src/host/call-failure.ts";

const reasonOf = (errorMessage: string) =>
  failureOf(fauxAssistantMessage("", { stopReason: "error", errorMessage }), 200_000)?.reason;

describe("failureOf", () => {
  it.each([
    ['529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', "transient"],
    ["429 rate_limit_error: too many tokens per minute", "transient"],
    ["429 You exceeded your current quota, please check your plan and billing details.", "transient"],
    ["500 Internal server error", "transient"],
    ["Connection error.", "transient"],
    ["fetch failed", "transient"],
    ["terminated", "transient"],
    ['401 {"error":{"type":"authentication_error","message":"invalid x-api-key"}}', "auth"],
    ["403 Forbidden", "auth"],
    ["No API key for provider: openai", "auth"],
    ["Provider is not configured: acme", "auth"],
    ["No API provider registered for api: acme", "auth"],
    [
      "OpenAI API key is required. Set OPENAI_API_KEY environment variable or pass it as an argument.",
      "auth",
    ],
    ["400 prompt is too long: 213462 tokens > 200000 maximum", "context-length"],
    ["413 Payload Too Large", "context-length"],
    ["400 This model's maximum context length is 8192 tokens.", "context-length"],
    ["the request exceeds the available context size, try increasing it", "context-length"],
    ["400 invalid_request_error: bad parameter", "unusable"],
    ["404 model not found", "unusable"],
    ["422 Unprocessable", "unusable"],
  ])("takes %j for %s", (text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  it("sees no failure in an answer", () => {
    expect(failureOf(fauxAssistantMessage("fine"), 200_000)).toBeUndefined();
  });

  it("makes one short line of whatever a server sends", () => {
    const page = failureOfError(new Error(`502 <html>\n<body>${"x".repeat(5000)}</body>`));
    expect(page.reason).toBe("transient");
    expect(page.message).toMatch(/^502 <html> <body>x+…$/);
    expect(page.message.length).toBe(200);
  });
});
