import {
  type Api,
  type AssistantMessage,
  type AssistantMessageEvent,
  type Context,
  clampThinkingLevel,
  type Model,
  type ModelThinkingLevel,
  type SimpleStreamOptions,
  streamSimple,
} from "@mariozechner/pi-ai";
import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { CallOutcome, ModelRequest, Usage } from "../ports.ts";
import { credentialsOf } from "./call-credentials.ts";
import { CallDeadline, type TimeLimits } from "./call-deadline.ts";
import { type Failure, failureOf, failureOfError } from "./call-failure.ts";
import { wholeMessage } from "./whole-message.ts";

export type ModelRegistry = ExtensionContext["modelRegistry"];

/** A model to call and everything a call of it needs. */
export interface CallTarget {
  readonly registry: ModelRegistry;
  readonly model: Model<Api>;
  readonly thinking: "default" | ModelThinkingLevel;
  /** Never the session's own id: providers route and cache by it. */
  readonly sessionId: string;
  readonly limits: TimeLimits;
}

/** Tokens a thinking model may spend before its answer; most providers count them with it. */
const THINKING_TOKENS = 8192;

/**
 * Asks a model once, without cache writes and without retries: whoever calls decides what a failure means. Never
 * rejects. What was spent on a failed call is in its usage as far as the provider told.
 */
export async function callModel(target: CallTarget, request: ModelRequest): Promise<CallOutcome> {
  const deadline = new CallDeadline(target.limits, request.signal);
  const received = new Received(request.onProgress);
  try {
    if (deadline.signal.aborted) return failed({ reason: "aborted", message: "aborted" }, NOTHING_SPENT);
    const answer = readAnswer(target, request, { received, deadline });
    const end = await Promise.race([answer, deadline.expired]);
    return "reason" in end ? failed(end, received.usage()) : outcomeOf(wholeMessage(end), target.model);
  } catch (error) {
    const { message } = failureOfError(error);
    return failed({ reason: "unusable", message }, received.usage());
  } finally {
    deadline.stop();
  }
}

/** The tokens of a model's window that a prompt and its answer may share. */
export function usableWindow({ contextWindow, reasoning }: Model<Api>): number {
  return reasoning ? Math.max(contextWindow - THINKING_TOKENS, Math.floor(contextWindow / 2)) : contextWindow;
}

interface Watch {
  readonly received: Received;
  readonly deadline: CallDeadline;
}

/** The final message, or why there is none. Never rejects: after the deadline nobody listens any more. */
async function readAnswer(
  target: CallTarget,
  request: ModelRequest,
  { received, deadline }: Watch,
): Promise<AssistantMessage | Failure> {
  try {
    const stream = await openStream(target, request, deadline.signal);
    if ("reason" in stream) return stream;
    received.begin();
    for await (const event of stream) {
      deadline.touch();
      received.take(event);
      if (event.type === "done") return event.message;
      if (event.type === "error") return event.error;
    }
    return { reason: "transient", message: "the stream ended without an answer" };
  } catch (error) {
    return failureOfError(error);
  }
}

/** Host B streams through its registry, which alone knows extension providers, base URLs and virtual models. */
type StreamingRegistry = ModelRegistry & { readonly streamSimple: typeof streamSimple };

const streams = (registry: ModelRegistry): registry is StreamingRegistry =>
  "streamSimple" in registry && typeof registry.streamSimple === "function";

async function openStream(
  target: CallTarget,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<AssistantMessageEvent> | Failure> {
  const { registry, model } = target;
  const context: Context = {
    systemPrompt: request.system,
    messages: [{ role: "user", content: [{ type: "text", text: request.prompt }], timestamp: Date.now() }],
  };
  const options = optionsOf(target, request, signal);
  if (streams(registry)) return registry.streamSimple(model, context, options);
  const auth = await registry.getApiKeyAndHeaders(model);
  if (!auth.ok) return { reason: "auth", message: auth.error };
  return streamSimple(model, context, { ...options, ...credentialsOf(model, auth) });
}

function optionsOf(target: CallTarget, request: ModelRequest, signal: AbortSignal): SimpleStreamOptions {
  const { model, thinking, sessionId } = target;
  const tokens = request.answerTokens + (model.reasoning ? THINKING_TOKENS : 0);
  const options: SimpleStreamOptions = {
    signal,
    sessionId,
    maxTokens: model.maxTokens > 0 ? Math.min(model.maxTokens, tokens) : tokens,
    cacheRetention: "none",
    maxRetries: 0,
    // A socket that is kept for a next call would keep Pi alive.
    transport: "sse",
  };
  const level = thinking === "default" ? "off" : clampThinkingLevel(model, thinking);
  return level === "off" ? options : { ...options, reasoning: level };
}

/** What has arrived of an answer. */
class Received {
  readonly #onProgress: ((chars: number) => void) | undefined;
  #partial: AssistantMessage | undefined;
  #chars = 0;
  #begun = false;

  constructor(onProgress: ModelRequest["onProgress"]) {
    this.#onProgress = onProgress;
  }

  begin(): void {
    this.#begun = true;
  }

  take(event: AssistantMessageEvent): void {
    if ("partial" in event) this.#partial = event.partial;
    if (event.type !== "text_delta") return;
    this.#chars += event.delta.length;
    this.#onProgress?.(this.#chars);
  }

  usage(): Usage {
    if (this.#partial) return usageOf(wholeMessage(this.#partial));
    return this.#begun ? { ...NOTHING_SPENT, calls: 1 } : NOTHING_SPENT;
  }
}

const NOTHING_SPENT: Usage = { input: 0, output: 0, cost: 0, calls: 0 };

const failed = ({ reason, message }: Failure, usage: Usage): CallOutcome => ({
  kind: "failed",
  reason,
  message,
  usage,
});

function outcomeOf(message: AssistantMessage, model: Model<Api>): CallOutcome {
  const usage = usageOf(message);
  const failure = failureOf(message, model.contextWindow);
  if (failure) return failed(failure, usage);
  if (message.content.some((block) => block.type === "toolCall"))
    return failed({ reason: "unusable", message: "the model called a tool instead of answering" }, usage);
  const text = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
  return {
    kind: "text",
    text,
    truncated: message.stopReason === "length" || lacksEnd(message, model),
    usage,
  };
}

/** Host A knows no `response.incomplete`: one that a limit cut off ends like a whole one, but for the usage that comes last. */
const lacksEnd = ({ stopReason, usage }: AssistantMessage, { api }: Model<Api>): boolean =>
  api.endsWith("openai-responses") && stopReason === "stop" && usage.output === 0;

function usageOf({ usage }: AssistantMessage): Usage {
  const { input, output, cacheRead, cacheWrite, cost } = usage;
  return { input: input + cacheRead + cacheWrite, output, cost: cost.total, calls: 1 };
}
