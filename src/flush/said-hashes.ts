import { saidHash } from "../chain/said-hash.ts";
import type { CapturedCall } from "../model/batch.ts";
import type { ToolCallRecord } from "../model/entries.ts";
import type { AgentMessage } from "../model/message.ts";
import type { BatchSummary } from "../ports.ts";
import type { FlushContext } from "./stage.ts";

/** What a record of a text that a model wrote keeps of what the prompt showed beside the result. */
export function saidHashes({
  branch,
}: Pick<FlushContext, "branch">): (
  call: CapturedCall,
  summary: Pick<BatchSummary, "source">,
) => Pick<ToolCallRecord, "saidHash"> {
  let messages: ReadonlyMap<string, AgentMessage> | undefined;
  return ({ assistantEntryId = "" }, { source }) => {
    if (source === "digest") return {};
    messages ??= new Map(branch.map(({ entryId, message }) => [entryId, message]));
    const message = messages.get(assistantEntryId);
    return message ? { saidHash: saidHash([message]) } : {};
  };
}
