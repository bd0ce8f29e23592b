import type { HostModel } from "./host-model.ts";

/** Providers whose prompt caches follow the same rules. */
export type Family =
  | "anthropic"
  | "openai-breakpoints"
  | "openai-prefix"
  | "gemini"
  | "deepseek"
  | "kimi"
  | "prefix";

/**
 * Whose cache stands behind a model. The id decides before the api, since gateways serve every model through one api,
 * and the api before nothing: an unknown id behind Anthropic's api is taken for breakpoints, where a rewrite costs more.
 */
export function familyOf(model: HostModel): Family {
  return familyOfId(model) ?? familyOfProvider(model) ?? familyOfApi(model.api);
}

function familyOfId({ id, cost }: HostModel): Family | undefined {
  const name = id.toLowerCase();
  if (name.includes("claude")) return "anthropic";
  if (name.includes("gpt-oss")) return "prefix";
  if (/gpt-|codex|(^|\/)(o[134]|chat-latest)\b/.test(name)) return openAi(name, cost?.cacheWrite ?? 0);
  if (name.includes("gemini")) return "gemini";
  if (name.includes("deepseek")) return "deepseek";
  return /kimi|moonshot/.test(name) ? "kimi" : undefined;
}

// OpenAI charges for cache writes from 5.6 on, with breakpoints; the fee tells where an id names no version.
function openAi(name: string, writeFee: number): Family {
  const version = /gpt-(\d+)(?:\.(\d+))?/.exec(name);
  if (!version) return writeFee > 0 ? "openai-breakpoints" : "openai-prefix";
  const [major, minor] = [Number(version[1]), Number(version[2] ?? 0)];
  return major > 5 || (major === 5 && minor >= 6) ? "openai-breakpoints" : "openai-prefix";
}

function familyOfProvider({ provider }: HostModel): Family | undefined {
  if (provider === "anthropic") return "anthropic";
  if (provider.startsWith("kimi") || provider.startsWith("moonshot")) return "kimi";
  return provider === "deepseek" ? "deepseek" : undefined;
}

function familyOfApi(api: string): Family {
  if (api === "anthropic-messages") return "anthropic";
  return api.startsWith("google-") ? "gemini" : "prefix";
}
