import type { AgentMessage } from "../../../src/model/message.ts";
import type { ReplayedAnswer } from "./extension.ts";
import { shortId } from "./short-id.ts";

/** The recorded results of each call id, in order. */
export type Answers = Readonly<Record<string, readonly ReplayedAnswer[]>>;

/** One grey dot. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

export function answersIn(messages: readonly AgentMessage[]): Answers {
  const answers: Record<string, ReplayedAnswer[]> = {};
  for (const message of messages) {
    if (message.role !== "toolResult") continue;
    const id = shortId(message.toolCallId);
    const { isError, details, timestamp } = message;
    const content = message.content.map((block) =>
      // Recorded images may only be named by their digest.
      block.type === "image" ? { type: "image" as const, mimeType: "image/png", data: PIXEL } : block,
    );
    answers[id] = [...(answers[id] ?? []), { content, isError, details, at: timestamp }];
  }
  return answers;
}
