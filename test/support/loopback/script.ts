import type { IncomingHttpHeaders } from "node:http";
import type { Json } from "../strict/violation.ts";
import type { Usage } from "./usage.ts";

/** Anthropic Messages, OpenAI chat completions, OpenAI Responses. */
export type Protocol = "anthropic" | "openai" | "responses";

export interface ScriptedCall {
  readonly name: string;
  readonly input: Json;
  /** Default: `toolu_<request>_<position>` (`call_...` for OpenAI), with the loopback's `idPrefix`. */
  readonly id?: string;
}

/** What goes wrong instead of a complete answer. */
export type Fault =
  | { readonly kind: "status"; readonly status: number; readonly type?: string; readonly message?: string }
  /** No answer at all, until the client gives up. */
  | { readonly kind: "stall-before" }
  /** Half of the answer, then nothing, until the client gives up. */
  | { readonly kind: "stall-mid" }
  /** Half of the answer, then the connection breaks. */
  | { readonly kind: "cut" }
  /** A well-formed answer without content. */
  | { readonly kind: "empty" };

/** One scripted answer. With `toolCalls` it stops for their results unless `stop` says otherwise. */
export interface Reply {
  readonly text?: string;
  readonly thinking?: string;
  readonly toolCalls?: readonly ScriptedCall[];
  readonly stop?: "end_turn" | "tool_use" | "max_tokens";
  /** Replaces the computed usage, field by field. In tokens. */
  readonly usage?: Partial<Usage>;
  readonly fault?: Fault;
  readonly delayMs?: number;
  /** The answer begins when this resolves: tests hold requests open without sleeping. */
  readonly gate?: Promise<unknown>;
  /** Characters per streamed piece. Default 400. */
  readonly chunk?: number;
}

/** The answers of one model: in order, or made from what the request holds. */
export type Script = readonly Reply[] | ((request: RecordedRequest) => Reply | Promise<Reply>);

export interface RecordedRequest {
  /** Position among all requests of the loopback, from 0. */
  readonly index: number;
  readonly protocol: Protocol;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly model: string;
  readonly body: Json;
  /** On the loopback's clock, in ms. */
  readonly receivedAt: number;
  /** On the clock of everyone, in ms. */
  readonly arrivedAt: number;
  /** How many requests were open when this one arrived, itself included. */
  readonly openRequests: number;
  /** Estimated size of the whole prompt, in tokens. */
  readonly promptTokens: number;
  /** `abandoned`: the client left before a sound answer was complete. `too-long`: the prompt did not fit the window. */
  readonly outcome: "open" | "answered" | "abandoned" | "refused" | "too-long" | Fault["kind"];
  /** Whether the client closed the connection before the answer was complete. */
  readonly closedByClient: boolean;
  /** What the answer reported; absent without one. */
  readonly usage?: Usage;
  readonly reply?: Reply;
}
