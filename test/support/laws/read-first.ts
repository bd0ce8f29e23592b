import { expect } from "vitest";
import { isAnswer, textOf } from "../../../src/model/message.ts";
import type { Play, Request, Watch } from "../play.ts";
import { condensedIn, type Stubbed, sourceOf, stubbedIn } from "../source.ts";

const ANSWERED: readonly unknown[] = ["stop", "length", "toolUse"];

/** Entries that a request carried and a completed reply answered: whole, or as the preview of what is too large. */
const read = new WeakMap<Play, Set<string | undefined>>();

/** The reply that read a result stands behind its stub, and behind a call whose arguments are condensed. */
export const standsRead: Watch = {
  request(request) {
    const lastAnswer = request.array.findLastIndex(isAnswer);
    for (const { index } of [...stubbedIn(request).filter(isNoPreview), ...condensedIn(request)])
      expect(index, "stands in front of a completed reply").toBeLessThan(lastAnswer);
  },
};

/**
 * A result is stubbed only when the model has had it whole, and the reply that read it stands behind it. The previews
 * of what is too large are the exception. Knows only requests that were played.
 */
export const readFirst: Watch = {
  request(request, play) {
    const seen = read.get(play) ?? new Set();
    read.set(play, seen);
    const previous = play.requests.at(-2);
    if (previous && ANSWERED.includes(previous.answer)) for (const id of carried(previous)) seen.add(id);
    for (const { entryId } of stubbedIn(request).filter(isNoPreview))
      expect(seen.has(entryId), "was carried by a request that was answered").toBe(true);
    standsRead.request?.(request, play);
  },
};

const isNoPreview = ({ shown }: Stubbed): boolean => !textOf(shown.content).startsWith("[spilled · ");

function carried(request: Request): readonly (string | undefined)[] {
  const { array, rendered, entryIds } = request;
  const whole = rendered.flatMap((shown) => {
    const index = sourceOf(shown) ?? -1;
    return shown === array[index] ? [entryIds[index]] : [];
  });
  const previews = stubbedIn(request).filter((stubbed) => !isNoPreview(stubbed));
  return [...whole, ...previews.map(({ entryId }) => entryId)];
}
