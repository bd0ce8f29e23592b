import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Answer, AnswerEvents } from "./answer.ts";
import { anthropicEvents } from "./anthropic-events.ts";
import { type HttpError, statusFault } from "./error-bodies.ts";
import { openAiEvents } from "./openai-events.ts";
import { responsesEvents } from "./responses-events.ts";
import type { Protocol, Reply } from "./script.ts";

export interface Delivery {
  readonly protocol: Protocol;
  readonly reply: Reply;
  readonly answer: Answer;
  /** Called when the answer begins to stream. */
  readonly onBegin: () => void;
}

const events: Readonly<Record<Protocol, (answer: Answer) => AnswerEvents>> = {
  anthropic: anthropicEvents,
  openai: openAiEvents,
  responses: responsesEvents,
};

/** Sends an answer, or what its fault makes of it. Resolves when there is nothing more to send. */
export async function deliver(response: ServerResponse, delivery: Delivery): Promise<void> {
  const { protocol, reply, answer } = delivery;
  if (reply.delayMs) await pause(reply.delayMs);
  await reply.gate;
  const fault = reply.fault;
  if (response.destroyed || fault?.kind === "stall-before") return closed(response);
  if (fault?.kind === "status") return sendError(response, statusFault(protocol, fault));

  delivery.onBegin();
  const { content, end } = events[protocol](answer);
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  if (fault?.kind !== "stall-mid" && fault?.kind !== "cut") {
    response.end([...content, ...end].join(""));
    return;
  }
  const half = content.slice(0, Math.ceil(content.length / 2)).join("");
  // The half must have left before the connection breaks.
  if (fault.kind === "cut") response.write(half, () => response.destroy());
  else {
    response.write(half);
    await closed(response);
  }
}

export function sendError(response: ServerResponse, error: HttpError): void {
  response.writeHead(error.status, { "content-type": "application/json" });
  response.end(error.body);
}

const closed = (response: ServerResponse): Promise<void> =>
  response.destroyed ? Promise.resolve() : new Promise((resolve) => response.once("close", () => resolve()));
