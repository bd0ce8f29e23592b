import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { lastWarming } from "./cache-warming.ts";

/** What the host knows about the request it is about to send. */
export interface RequestFacts {
  readonly toolsKey: string;
  readonly thinking: string;
  readonly retention: "short" | "long";
  /** When it last kept the cache of the session warm by itself, in ms since 1970. */
  readonly warmedAt: number | undefined;
}

export function requestFacts(pi: ExtensionAPI, { sessionManager }: ExtensionContext): RequestFacts {
  return {
    warmedAt: lastWarming(sessionManager),
    toolsKey: pi.getActiveTools().join(","),
    thinking: pi.getThinkingLevel(),
    retention: cacheRetention(),
  };
}

/** How long requests ask the provider to keep what they write. */
export const cacheRetention = (): RequestFacts["retention"] =>
  process.env.PI_CACHE_RETENTION === "long" ? "long" : "short";
