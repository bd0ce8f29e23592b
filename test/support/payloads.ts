import { fileURLToPath } from "node:url";
import type { Messages } from "../../src/model/message.ts";
import { anthropicModel, type Host, type HostName, openaiModel } from "./host-transforms.ts";
import { madeWithIn } from "./made-with.ts";
import { responsesModel } from "./responses-input.ts";
import { checkAnthropicRequest } from "./strict/anthropic.ts";
import { checkGoogleRequest } from "./strict/google.ts";
import { checkMistralRequest } from "./strict/mistral.ts";
import { checkOpenAiRequest } from "./strict/openai.ts";
import { checkResponsesRequest } from "./strict/responses.ts";
import type { MadeWith } from "./strict/responses-reasoning.ts";
import type { Violation } from "./strict/violation.ts";

export const apis = ["anthropic", "openai", "responses", "google", "mistral"] as const;
export type Api = (typeof apis)[number];
type Stream = (model: object, context: object, options: object) => { result(): Promise<unknown> };

const modules = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

// What turns converted messages into the body of a request. No package exports it.
const files: Record<HostName, Record<Api, readonly [path: string, name: string]>> = {
  a: {
    anthropic: [modules("@mariozechner/pi-ai/dist/providers/anthropic.js"), "streamAnthropic"],
    openai: [modules("@mariozechner/pi-ai/dist/providers/openai-completions.js"), "streamOpenAICompletions"],
    responses: [modules("@mariozechner/pi-ai/dist/providers/openai-responses.js"), "streamOpenAIResponses"],
    google: [modules("@mariozechner/pi-ai/dist/providers/google.js"), "streamGoogle"],
    mistral: [modules("@mariozechner/pi-ai/dist/providers/mistral.js"), "streamMistral"],
  },
  b: {
    anthropic: [modules("@earendil-works/pi-ai/dist/api/anthropic-messages.js"), "stream"],
    openai: [modules("@earendil-works/pi-ai/dist/api/openai-completions.js"), "stream"],
    responses: [modules("@earendil-works/pi-ai/dist/api/openai-responses.js"), "stream"],
    google: [modules("@earendil-works/pi-ai/dist/api/google-generative-ai.js"), "stream"],
    mistral: [modules("@earendil-works/pi-ai/dist/api/mistral-conversations.js"), "stream"],
  },
};

const judges: Record<Api, (body: unknown, made?: MadeWith) => Violation | undefined> = {
  anthropic: (body) => checkAnthropicRequest(body),
  openai: checkOpenAiRequest,
  responses: checkResponsesRequest,
  google: checkGoogleRequest,
  mistral: checkMistralRequest,
};

const google = { api: "google-generative-ai", provider: "google", id: "gemini-3-pro" };
const mistral = { api: "mistral-conversations", provider: "mistral", id: "devstral" };
const shapes = {
  google: { ...google, input: ["text", "image"], baseUrl: "http://127.0.0.1:9", reasoning: true },
  mistral: { ...mistral, input: ["text"], baseUrl: "http://127.0.0.1:9", reasoning: false },
  anthropic: { ...anthropicModel, baseUrl: "http://127.0.0.1:9", reasoning: true },
  responses: {
    ...responsesModel,
    input: ["text", "image"],
    baseUrl: "http://127.0.0.1:9",
    reasoning: true,
    compat: { supportsOpenAIGrammarTools: true },
  },
  openai: { ...openaiModel, baseUrl: "http://127.0.0.1:9", reasoning: false },
};

// Anthropic wants the tools of a conversation whose messages call any.
const plainTools = ["bash", "read", "context_tree_query"].map((name) => ({
  name,
  description: name,
  parameters: { type: "object", properties: {} },
}));

/** What a tool with a grammar is told, host B sends OpenAI as a text: this argument of it. */
const grammarTool = {
  name: "write",
  description: "write",
  parameters: { type: "object", properties: { content: { type: "string" } }, required: ["content"] },
  constrainedSampling: { type: "grammar", variants: { openai_regex: ".*" } },
};

/** The tools whose calls this host sends to OpenAI as a text. */
export const customTools: Record<HostName, readonly string[]> = { a: [], b: [grammarTool.name] };

const tools = [...plainTools, grammarTool];

const COMMON = {
  contextWindow: 200_000,
  maxTokens: 8000,
  cost: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
};

/**
 * What the strictest provider of this kind answers to the body that the host's own code makes of the messages:
 * undefined when it takes it, the reason when it refuses it, or when the host's code makes none. It made `unpruned`.
 */
export async function refusalOf(
  host: Host,
  api: Api,
  messages: Messages,
  unpruned = messages,
): Promise<string | undefined> {
  const body = await payloadOf(host, api, messages);
  if (body === undefined) return "the host makes no request of it";
  return judges[api](body, madeWithIn(unpruned))?.message;
}

async function payloadOf(host: Host, api: Api, messages: Messages): Promise<unknown> {
  const [path, name] = files[host.name][api];
  const stream: Stream = (await import(/* @vite-ignore */ path))[name];
  let body: unknown;
  const onPayload = (payload: unknown) => {
    body = JSON.parse(JSON.stringify(payload));
    throw new Error("seen");
  };
  const sent = messagesFor(host, messages);
  const context = { messages: api === "google" ? sent.map(writtenByGoogle) : sent, tools };
  const running = stream({ ...shapes[api], ...COMMON }, context, { apiKey: "test", onPayload });
  await running.result().catch(() => undefined);
  return body;
}

// Signatures of calls go back to the model that made them, and to no other.
const writtenByGoogle = (message: unknown): unknown => {
  const { role } = message as { readonly role?: unknown };
  const { api, provider, id: model } = google;
  return role === "assistant" ? { ...(message as object), api, provider, model } : message;
};

// Host B hands tools over in a system message in front of the others.
const toolsOf: Record<HostName, readonly unknown[]> = {
  a: [],
  b: [{ role: "system", content: "You are Pi.", toolsAdded: tools, timestamp: 0 }],
};

function messagesFor(host: Host, messages: Messages): readonly unknown[] {
  try {
    return [...toolsOf[host.name], ...host.convertToLlm(messages)];
  } catch {
    return [];
  }
}
