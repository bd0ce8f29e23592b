import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";

/** What the host knows about the request it is about to send. */
export interface RequestFacts {
  readonly toolsKey: string;
  readonly thinking: string;
  readonly retention: "short" | "long";
}

export function requestFacts(pi: ExtensionAPI): RequestFacts {
  return {
    toolsKey: pi.getActiveTools().join(","),
    thinking: pi.getThinkingLevel(),
    retention: cacheRetention(),
  };
}

/** How long requests ask the provider to keep what they write. */
export const cacheRetention = (): RequestFacts["retention"] =>
  process.env.PI_CACHE_RETENTION === "long" ? "long" : "short";
