import { nameHash } from "../model/hash.ts";
import { isToolResult, type Messages } from "../model/message.ts";
import { OpenCalls } from "../model/open-calls.ts";
import { sameFilter } from "../model/same.ts";
import type { Transform } from "./transform.ts";

/**
 * Takes out every tool result that answers no open call. The hosts invent a result for a call without one, but pass
 * a result without a call on, and every provider refuses that request and all later ones.
 */
export const sweepOrphanToolResults: Transform = (messages, { report }) => {
  if (!messages.some(isToolResult)) return messages;
  const open = new OpenCalls();
  const swept: string[] = [];
  const kept: Messages = sameFilter(messages, (message) => {
    if (!isToolResult(message)) {
      open.follow(message);
      return true;
    }
    if (open.answer(message.toolCallId)) return true;
    swept.push(message.toolCallId);
    return false;
  });
  if (swept.length > 0) {
    const ids = swept.sort();
    report({ kind: "orphan-sweep", key: nameHash(ids.join("\n")), detail: ids.join(", ") });
  }
  return kept;
};
