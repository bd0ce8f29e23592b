import { type Api, getEnvApiKey, type Model, type SimpleStreamOptions } from "@mariozechner/pi-ai";

/** What a model registry knows for a request. Host B's types allow headers of null, which take a header away. */
export interface ResolvedAuth {
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
}

const CREDENTIAL_HEADER =
  /^(?:authorization|proxy-authorization|x-api-key|api-key|x-goog-api-key|.+-token)$/i;

/**
 * The credentials of a call that goes past the registry. Providers refuse to start without a key, although headers may
 * carry the credentials: a stand-in lets them start, and headers win over it. Without such headers nothing stands in,
 * and a provider looks for a key in the environment.
 */
export function credentialsOf(
  model: Model<Api>,
  { apiKey, headers = {} }: ResolvedAuth,
): Pick<SimpleStreamOptions, "apiKey" | "headers"> {
  // The clients of all providers take null for "do not send this header".
  const sent = headers as Record<string, string>;
  if (apiKey !== undefined) return { apiKey, headers: sent };
  const names = Object.keys(headers).filter((name) => CREDENTIAL_HEADER.test(name));
  if (names.length === 0 || getEnvApiKey(model.provider) !== undefined) return { headers: sent };
  const standIn = { apiKey: "in-headers", headers: sent };
  if (model.api !== "anthropic-messages" || names.some((name) => /^x-api-key$/i.test(name))) return standIn;
  return { ...standIn, headers: { ...sent, "x-api-key": null } as unknown as Record<string, string> };
}
