import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { checkAnthropicRequest } from "../strict/anthropic.ts";
import { checkOpenAiRequest } from "../strict/openai.ts";
import { checkResponsesRequest } from "../strict/responses.ts";
import { isRecord, type Violation } from "../strict/violation.ts";
import { type Answer, answerOf } from "./answer.ts";
import { deliver, sendError } from "./deliver.ts";
import { type HttpError, refusal, statusFault, tooLong } from "./error-bodies.ts";
import { itemBlocks } from "./item-blocks.ts";
import { type PromptBlock, promptBlocks } from "./prompt-blocks.ts";
import { createBreakpointCache, createPrefixCache, type PromptCache } from "./prompt-cache.ts";
import type { Records } from "./records.ts";
import { madeIn } from "./responses-events.ts";
import type { Protocol, RecordedRequest, Reply, Script } from "./script.ts";

export interface ProviderOptions {
  readonly scripts: Map<string, Script>;
  readonly now?: () => number;
  readonly idPrefix?: string;
  readonly windows?: Readonly<Record<string, number>>;
  readonly keepBodies?: boolean;
  readonly minimumPrefix?: number;
}

const protocols: Readonly<Record<string, Protocol>> = {
  "/v1/messages": "anthropic",
  "/chat/completions": "openai",
  "/v1/chat/completions": "openai",
  "/responses": "responses",
  "/v1/responses": "responses",
};

/** The provider behind the HTTP server: judges, answers from the script, accounts, and remembers. */
export class Provider {
  readonly #records: Records;
  readonly #options: ProviderOptions;
  readonly #answered = new Map<string, number>();
  readonly #issuedThinking = new Map<string, string>();
  readonly #madeWith = new Map<string, ReadonlySet<string>>();
  readonly #caches: Readonly<Record<Protocol, PromptCache>>;

  constructor(records: Records, options: ProviderOptions) {
    this.#records = records;
    this.#options = options;
    this.#caches = {
      anthropic: createBreakpointCache(options.minimumPrefix),
      openai: createPrefixCache(),
      responses: createPrefixCache(),
    };
  }

  /** Never rejects: what goes wrong here is answered with a 500 and noted as a violation. */
  async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await text(incoming).catch(() => undefined);
    if (raw === undefined) return;
    const url = incoming.url ?? "";
    const protocol = protocols[pathOf(url)] ?? "anthropic";
    const body = parse(raw);
    const blocks = protocol === "responses" ? itemBlocks(body) : promptBlocks(protocol, body);
    const request = this.#records.open({
      protocol,
      url,
      headers: incoming.headers,
      model: String(body.model ?? ""),
      body,
      receivedAt: (this.#options.now ?? Date.now)(),
      arrivedAt: Date.now(),
      promptTokens: blocks.reduce((sum, block) => sum + block.tokens, 0),
    });
    response.once("close", () => this.#noteClose(request));
    try {
      await this.#answer(request, blocks, response);
    } catch (error) {
      this.#fail(request, response, error instanceof Error ? error.message : String(error));
    }
    if (this.#options.keepBodies === false) this.#records.update(request, { body: {} });
  }

  // A complete answer, or a connection that the script cut, is no longer open here.
  #noteClose(request: RecordedRequest): void {
    if (request.outcome !== "open") return;
    const outcome = request.reply?.fault?.kind ?? "abandoned";
    this.#records.update(request, { closedByClient: true, outcome });
  }

  async #answer(
    request: RecordedRequest,
    blocks: readonly PromptBlock[],
    response: ServerResponse,
  ): Promise<void> {
    const { idPrefix = "", windows = {} } = this.#options;
    const { model, receivedAt, protocol, promptTokens } = request;
    const violation = this.#judge(request);
    if (violation) {
      this.#records.violate(request, violation);
      return this.#refuse(request, response, "refused", refusal(protocol, violation));
    }
    const window = windows[model] ?? Number.POSITIVE_INFINITY;
    if (promptTokens > window) {
      return this.#refuse(request, response, "too-long", tooLong(protocol, promptTokens, window));
    }
    const accounting = this.#caches[protocol]({ model, blocks, now: receivedAt });
    const reply = await this.#nextReply(request);
    this.#records.update(request, { reply });
    const answer = answerOf(reply, request, { prompt: accounting.usage, idPrefix });
    const onBegin = () => {
      accounting.store();
      this.#remember(answer);
      this.#records.update(request, { usage: answer.usage });
    };
    await deliver(response, { protocol, reply, answer, onBegin });
    if (request.outcome === "open")
      this.#records.update(request, { outcome: reply.fault?.kind ?? "answered" });
  }

  // What has to come back with what, when it comes back at all.
  #remember(answer: Answer): void {
    if (answer.thinking !== "")
      for (const call of answer.calls) this.#issuedThinking.set(call.id, answer.signature);
    for (const [id, reasoning] of madeIn(answer)) this.#madeWith.set(id, new Set([reasoning]));
  }

  #refuse(
    request: RecordedRequest,
    response: ServerResponse,
    outcome: "refused" | "too-long",
    error: HttpError,
  ): void {
    sendError(response, error);
    this.#records.update(request, { outcome });
  }

  #judge(request: RecordedRequest): Violation | undefined {
    const path = pathOf(request.url);
    if (!Object.hasOwn(protocols, path))
      return { type: "not_found_error", message: `No such endpoint: ${path}` };
    switch (request.protocol) {
      case "anthropic":
        return checkAnthropicRequest(request.body, this.#issuedThinking);
      case "openai":
        return checkOpenAiRequest(request.body);
      case "responses":
        return checkResponsesRequest(request.body, this.#madeWith);
    }
  }

  #nextReply(request: RecordedRequest): Reply | Promise<Reply> {
    const script = this.#options.scripts.get(request.model);
    if (!script) throw new Error(`loopback: no script for model "${request.model}"`);
    if (typeof script === "function") return script(request);
    const position = this.#answered.get(request.model) ?? 0;
    this.#answered.set(request.model, position + 1);
    const reply = script[position];
    if (!reply)
      throw new Error(`loopback: the script of model "${request.model}" has only ${script.length} replies`);
    return reply;
  }

  /** A new script starts with its first reply. */
  restart(model: string): void {
    this.#answered.delete(model);
  }

  #fail(request: RecordedRequest, response: ServerResponse, message: string): void {
    this.#records.violate(request, { type: "script_error", message });
    if (!response.headersSent)
      sendError(response, statusFault(request.protocol, { kind: "status", status: 500, message }));
    else response.destroy();
    this.#records.update(request, { outcome: "refused" });
  }
}

const pathOf = (url: string): string => new URL(url, "http://loopback").pathname;

function parse(raw: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(raw);
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}
