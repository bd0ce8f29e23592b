import type { Violation } from "../strict/violation.ts";
import type { Fault, Protocol } from "./script.ts";

/** An HTTP error as the provider of a protocol words it. */
export interface HttpError {
  readonly status: number;
  readonly body: string;
}

const knownErrors: Readonly<Record<number, readonly [type: string, message: string]>> = {
  400: ["invalid_request_error", "The request was refused."],
  401: ["authentication_error", "invalid x-api-key"],
  404: ["not_found_error", "Not found"],
  413: ["request_too_large", "Request exceeds the maximum size"],
  429: [
    "rate_limit_error",
    "This request would exceed your organization's rate limit. Please try again later.",
  ],
  529: ["overloaded_error", "Overloaded"],
};

export const refusal = (protocol: Protocol, violation: Violation): HttpError => ({
  status: 400,
  body: errorBody(protocol, violation),
});

/** How providers refuse a prompt that does not fit the model's context window; sizes in tokens. */
export function tooLong(protocol: Protocol, tokens: number, window: number): HttpError {
  const type = "invalid_request_error";
  const code = "context_length_exceeded";
  const errors: Readonly<Record<Protocol, Loose>> = {
    anthropic: { type, message: `prompt is too long: ${tokens} tokens > ${window} maximum` },
    openai: {
      type,
      message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens.`,
      param: "messages",
      code,
    },
    responses: {
      type,
      message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
      param: "input",
      code,
    },
  };
  return { status: 400, body: errorBody(protocol, errors[protocol]) };
}

export function statusFault(protocol: Protocol, fault: Extract<Fault, { kind: "status" }>): HttpError {
  const [type, message] = knownErrors[fault.status] ?? ["api_error", "Internal server error"];
  return {
    status: fault.status,
    body: errorBody(protocol, { type: fault.type ?? type, message: fault.message ?? message }),
  };
}

function errorBody(protocol: Protocol, { type, message, param = null, code = null }: Loose): string {
  if (protocol !== "anthropic") return JSON.stringify({ error: { message, type, param, code } });
  return JSON.stringify({ type: "error", error: { type, message }, request_id: "req_loopback" });
}

interface Loose {
  readonly type: string;
  readonly message: string;
  readonly param?: string | null;
  readonly code?: string | null;
}
