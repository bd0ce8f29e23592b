import { QUERY_TOOL } from "../capture/read-batches.ts";
import { unreadBatches } from "../capture/unread.ts";
import { type CapturedBatch, type CapturedCall, resultChars } from "../model/batch.ts";
import type { BranchMessage } from "../model/branch.ts";
import { isAnswer, isToolResult, type Messages, textChars, textOf } from "../model/message.ts";
import { headBytes } from "../model/text.ts";
import type { Settings } from "../settings/schema.ts";
import { isSummarized } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";

export type SpillSettings = Pick<Settings, "spillThreshold" | "spillPreviewBytes" | "dedupByContentHash">;

export interface SpillOrder {
  /** The messages of the next request; without them, what the branch holds for it. */
  readonly messages?: Messages;
  readonly settings: SpillSettings;
  readonly isProtected: (toolName: string, args: Readonly<Record<string, unknown>>) => boolean;
}

export interface SpillQuestion extends SpillOrder {
  readonly branch: readonly BranchMessage[];
  readonly state: Readonly<PruneState>;
  /** Number of the first ref that no entry of the session file has used. */
  readonly firstRef: number;
}

/** A call whose result goes out, and the batch it stands in. */
export interface DueSpill {
  readonly call: CapturedCall;
  readonly batch: CapturedBatch;
}

/** Characters of a preview's frame: header, path and how to get the rest. */
const FRAME_CHARS = 1000;

/** Whether some unread result is large enough to be spilled: the one thing that is asked of every new result. */
export function hasLargeResult(messages: Messages, settings: SpillSettings): boolean {
  const lastAnswer = messages.findLastIndex(isAnswer);
  return messages
    .slice(lastAnswer + 1)
    .some((message) => isToolResult(message) && isLarge(message.content, settings));
}

/** The unread results that are to go out, oldest first: large ones that nothing protects or recorded before. */
export function dueSpills(question: SpillQuestion): readonly DueSpill[] {
  const { branch, state, settings, isProtected } = question;
  const messages = question.messages ?? branch.flatMap((each) => (each.inContext ? [each.message] : []));
  const isDue = (call: CapturedCall) =>
    isLarge(call.content, settings) &&
    call.toolName !== QUERY_TOOL &&
    !isSummarized(state, call.key) &&
    !isProtected(call.toolName, call.args) &&
    hasShorterPreview(call, settings);
  return unreadBatches(messages, branch).flatMap((batch) =>
    batch.calls.filter(isDue).map((call) => ({ call, batch })),
  );
}

const isLarge = (content: unknown, { spillThreshold }: SpillSettings): boolean =>
  textChars(content) >= spillThreshold;

const hasShorterPreview = (call: CapturedCall, { spillPreviewBytes }: SpillSettings): boolean =>
  headBytes(textOf(call.content), spillPreviewBytes).length + FRAME_CHARS < resultChars(call);
