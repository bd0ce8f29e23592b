import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";

/** What the host knows about the request it is about to send. */
export interface RequestFacts {
  readonly toolsKey: string;
  readonly thinking: string;
  /** The host's own figure for the context in tokens; null right after a compaction. */
  readonly reportedTokens: number | null;
  /** That figure was counted over unpruned text: an edit of the session came after the last answer. */
  readonly hasEdits: boolean;
  readonly retention: "short" | "long";
}

export function requestFacts(pi: ExtensionAPI, ctx: ExtensionContext): RequestFacts {
  return {
    toolsKey: pi.getActiveTools().join(","),
    thinking: pi.getThinkingLevel(),
    reportedTokens: ctx.getContextUsage()?.tokens ?? null,
    hasEdits: hasEditsSinceAnswer(ctx),
    retention: cacheRetention(),
  };
}

/** How long requests ask the provider to keep what they write. */
export const cacheRetention = (): RequestFacts["retention"] =>
  process.env.PI_CACHE_RETENTION === "long" ? "long" : "short";

// Host B counts everything raw once a `context_edit` is newer than the last answer (its retries write such entries).
function hasEditsSinceAnswer({ sessionManager }: ExtensionContext): boolean {
  let entry = sessionManager.getLeafEntry();
  while (entry && !(entry.type === "message" && entry.message.role === "assistant")) {
    if ((entry.type as string) === "context_edit") return true;
    entry = entry.parentId ? sessionManager.getEntry(entry.parentId) : undefined;
  }
  return false;
}
