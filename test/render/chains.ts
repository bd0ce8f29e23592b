import type { EntryData, PruneEntry } from "../../src/model/entries.ts";
import { type Messages, textOf } from "../../src/model/message.ts";
import { applyChainCompressions } from "../../src/render/chain-range-prune.ts";
import type { Diagnostic } from "../../src/render/transform.ts";
import { fold } from "../../src/state/reducers.ts";
import { deepFreeze } from "../support/deep-freeze.ts";
import {
  assistant,
  calls,
  type Line,
  longText,
  reply,
  result,
  transcript,
  user,
} from "../support/transcript.ts";

export type ChainData = EntryData<"context-prune-chain">;

/** A chain entry for `task`. */
export const chain = (changed: Partial<ChainData> = {}): PruneEntry => ({
  type: "context-prune-chain",
  data: {
    blockId: "b1",
    startUserTimestamp: 10,
    finalAssistantTimestamp: 20,
    droppedToolCallIds: ["a", "b"],
    droppedOccurrenceKeys: ["a@12", "b@14"],
    toolRefs: ["t1", "t2"],
    compressedAt: 99,
    rangeSummaryText: "read and ran",
    stripThinking: true,
    ...changed,
  },
});

/** One prompt with two calls. */
export const task: Line[] = [
  user("fix it", { at: 10 }),
  assistant({ thinking: "hm", signature: "s", text: "look", calls: ["a"], at: 11 }),
  result("a", { text: longText(40), at: 12 }),
  calls("b"),
  result("b", { text: longText(40, 1), at: 14 }),
  reply("fixed", { thinking: "good", signature: "s", at: 20 }),
];

/** What the phase makes of messages, and what it reports. */
export const rendered = (messages: Messages, entries: readonly PruneEntry[]): [Messages, Diagnostic[]] => {
  const found: Diagnostic[] = [];
  return [applyChainCompressions(messages, { state: fold(entries), report: (it) => found.push(it) }), found];
};

export const render = (lines: readonly Line[], ...entries: PruneEntry[]) =>
  rendered(deepFreeze(transcript(lines)), entries);

/** Role and beginning of the text of each message. */
export const shapes = (messages: Messages) =>
  messages.map(
    (message) => `${message.role}: ${textOf((message as { content?: unknown }).content).slice(0, 40)}`,
  );

export const BLOCK = '<compressed-chain id="b1" tools="t1,t2">\nread and ran\n</compressed-chain>';
