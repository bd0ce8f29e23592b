import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import type { RecordedRequest } from "../loopback/script.ts";
import { type Answered, answered } from "./answered.ts";
import { sentBlocks, sentInFront } from "./sent-blocks.ts";
import type { WrittenSession } from "./written-sessions.ts";

export interface PrefixReport {
  /** Pairs of requests between which nothing was recorded, and that were compared therefore. */
  readonly compared: number;
  /** What differs, one text per pair of requests. */
  readonly faults: readonly string[];
}

/**
 * The law of the stable prefix as a provider sees it: of one session and model, each request begins with all blocks of
 * the one before it, unless something between the two is in the session that may change what is shown.
 */
export function stablePrefixes(
  requests: readonly RecordedRequest[],
  sessions: readonly WrittenSession[],
): PrefixReport {
  const latest = new Map<string, Answered>();
  const faults: string[] = [];
  let compared = 0;
  for (const next of answered(requests, sessions)) {
    const { path } = next.answer.session;
    const before = latest.get(path);
    latest.set(path, next);
    if (!before || sentInFront(before.request) !== sentInFront(next.request)) continue;
    if (entriesBetween(before, next).some((entry) => isEvent(entry, next.answer.session))) continue;
    compared++;
    faults.push(...difference(before.request, next.request));
  }
  return { compared, faults };
}

/** What came into the session since the first request was made, until the second one was answered. */
function entriesBetween(before: Answered, { answer }: Answered): readonly SessionEntry[] {
  const { entries } = answer.session;
  const inFlight = entries
    .slice(0, before.answer.index)
    .filter(({ timestamp }) => Date.parse(timestamp) >= before.request.arrivedAt);
  return [...besideRequest(before), ...inFlight, ...entries.slice(before.answer.index + 1, answer.index)];
}

/**
 * What a flush behind a final reply has written between the next prompt and its answer: no request waits for it where
 * a model writes the texts, so that this one may have been on its way already.
 */
function besideRequest({ answer: { session, index } }: Answered): readonly SessionEntry[] {
  const front = session.entries.slice(0, index);
  const at = front.findLastIndex(({ type }) => type === "message");
  const message = front[at];
  const written = front.slice(at + 1);
  const isPrompt = message?.type === "message" && message.message.role === "user";
  return isPrompt && !written.some(isAwaited) ? written : [];
}

/** Of a flush that was decided on for a request, and that it shows. */
function isAwaited(entry: SessionEntry): boolean {
  if (entry.type !== "custom" || entry.customType !== "context-prune-flush-metrics") return false;
  // Written by the pruner itself.
  const { trigger } = entry.data as { readonly trigger: string };
  return trigger !== "message-end" && trigger !== "manual";
}

const shownBy: readonly string[] = ["index", "dedup-alias", "chain", "effect", "summary"];

/** Whether an entry may change what earlier messages look like, or which of them are sent. */
function isEvent(entry: SessionEntry, { entries }: WrittenSession): boolean {
  const type: string = entry.type;
  if (entry.type === "custom" || entry.type === "custom_message")
    return shownBy.some((kind) => entry.customType === `context-prune-${kind}`);
  if (type === "context_edit") return !isEditOfFailure(entry, entries);
  if (["compaction", "branch_summary", "model_change", "thinking_level_change"].includes(type)) return true;
  // The session has moved to another place in its tree.
  return entry.parentId !== entries[entries.indexOf(entry) - 1]?.id;
}

// Host B takes failed answers out of the context before it tries again; no request ever had them.
function isEditOfFailure(entry: SessionEntry, entries: readonly SessionEntry[]): boolean {
  const { targetId } = entry as unknown as { readonly targetId?: string };
  const target = entries.find(({ id }) => id === targetId);
  return (
    target?.type === "message" &&
    target.message.role === "assistant" &&
    ["error", "aborted"].includes(target.message.stopReason)
  );
}

function difference(before: RecordedRequest, next: RecordedRequest): readonly string[] {
  const [sent, sentNext] = [sentBlocks(before), sentBlocks(next)];
  const at = sent.findIndex((block, index) => block !== sentNext[index]);
  if (at < 0) return [];
  const shown = [sent[at], sentNext[at]].map((block) => block?.slice(0, 1500) ?? "(nothing)");
  const where = `requests ${before.index} and ${next.index}: block ${at} of ${sent.length}`;
  return [`${where} differs, and nothing was recorded between them:\n${shown.join("\nand then\n")}`];
}
