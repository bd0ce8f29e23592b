import { isAnswer, isAssistant, type Messages } from "../model/message.ts";
import { messageChars } from "../model/size.ts";

/** Both hosts' estimate for what no provider has counted yet. */
const CHARS_PER_TOKEN = 4;

/**
 * The context in tokens as both hosts report it: what the provider counted for the last answer, and an estimate of what
 * came since. Null right after a compaction, until the next answer. From the messages themselves: the hosts' own figure
 * reads the whole branch.
 */
export function hostTokens(messages: Messages): number | null {
  const compactedAt = compactionTime(messages);
  let behind = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message === undefined) continue;
    if (isAnswer(message) && isNewer(message.timestamp, compactedAt)) {
      const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = message.usage ?? {};
      const counted = input + cacheRead + cacheWrite + output;
      if (counted > 0) return counted + Math.ceil(behind / CHARS_PER_TOKEN);
    }
    behind += messageChars(message);
  }
  return compactedAt === undefined ? Math.ceil(behind / CHARS_PER_TOKEN) : null;
}

// Hosts put it in front of what the compaction kept: a long session is not searched for one that it does not have.
function compactionTime(messages: Messages): number | undefined {
  for (const message of messages) {
    if (message?.role === "compactionSummary") return message.timestamp;
    if (message && isAssistant(message)) return undefined;
  }
  return undefined;
}

const isNewer = (timestamp: number, than: number | undefined): boolean =>
  than === undefined || timestamp > than;
