import { expect } from "vitest";
import { QUERY_TOOL } from "../../../src/capture/read-batches.ts";
import { isAnswer, type ToolResultMessage, textChars, textOf } from "../../../src/model/message.ts";
import { pairCalls } from "../../../src/model/paired-calls.ts";
import { defaultSettings } from "../../../src/settings/settings.ts";
import { isVerbatim, recordOf, showsStubs } from "../../../src/state/queries.ts";
import { type MemoryBlobs, memoryBlobs } from "../blobs.ts";
import type { Play, Request, Watch } from "../play.ts";
import { sourceOf } from "../source.ts";

/** Only the longest of the texts that histories are made of reach it. */
const settings = { ...defaultSettings, spillThreshold: 5000 };

const blobsOf = new WeakMap<Play, MemoryBlobs>();

/**
 * Spills after every step, as the shell does around requests. Then no request carries a large result whole that the
 * model has not had, and each file holds the text of its result.
 */
export const spilled: Watch = {
  step(play) {
    keepFiles(play);
    const spill = () => play.pruner.spill({ settings, isProtected: () => false });
    try {
      expect(spill()).toEqual([]);
    } catch (error) {
      if (play.session.refuseAfter === undefined) throw error;
      // A host that refuses an entry once takes it the next time.
      play.session.refuseAfter = undefined;
      expect(spill()).toEqual([]);
    }
  },
  request(request, play) {
    const { state } = play.pruner;
    const blobs = blobsOf.get(play);
    if (!state || !showsStubs(state) || !blobs) return;
    const isAlone = aloneIn(play);
    for (const { key, source, toolName, isWhole, isUnread } of resultsIn(request)) {
      const isLarge = textChars(source.content) >= settings.spillThreshold && toolName !== QUERY_TOOL;
      if (isLarge && isUnread && isAlone(source) && !isVerbatim(state, key))
        expect(isWhole, "what is too large goes out as a preview").toBe(false);
      const path = recordOf(state, key)?.spillPath;
      if (path !== undefined && !isWhole) expect(blobs.texts.get(path)).toBe(textOf(source.content));
    }
  },
};

function keepFiles(play: Play): void {
  if (blobsOf.has(play)) return;
  const blobs = memoryBlobs();
  blobsOf.set(play, blobs);
  play.session.blobs = blobs;
  play.pruner.open(play.session.port());
}

/** Tells results that no other one shares id and time with: what is told apart by content alone may stay as it is. */
function aloneIn({ session }: Play): (result: ToolResultMessage) => boolean {
  const counts = new Map<string, number>();
  const nameOf = ({ toolCallId, timestamp }: ToolResultMessage) => `${toolCallId} ${timestamp}`;
  for (const entry of session.manager.getEntries())
    if (entry.type === "message" && entry.message.role === "toolResult")
      counts.set(nameOf(entry.message), (counts.get(nameOf(entry.message)) ?? 0) + 1);
  return (result) => counts.get(nameOf(result)) === 1;
}

/** The answered results of a request, as the host had them. */
function resultsIn({ array, rendered }: Request) {
  const lastAnswer = array.findLastIndex(isAnswer);
  const shown = new Set(
    rendered.map((message) => (message === array[sourceOf(message) ?? -1] ? message : undefined)),
  );
  return pairCalls(array).flatMap(({ resultIndex, call, key }) => {
    const source = array[resultIndex];
    if (source?.role !== "toolResult") return [];
    return [
      { key, source, toolName: call.name, isWhole: shown.has(source), isUnread: resultIndex > lastAnswer },
    ];
  });
}
