import { expect } from "vitest";
import { isAnswer, textOf } from "../../../src/model/message.ts";
import type { Play, Request, Watch } from "../play.ts";
import { condensedIn, sourceOf, stubbedIn } from "../source.ts";

const ANSWERED: readonly unknown[] = ["stop", "length", "toolUse"];

/** Entries that a request carried whole and a completed reply answered. */
const read = new WeakMap<Play, Set<string | undefined>>();

/**
 * A result is stubbed only when the model has had it whole, and the reply that read it stands behind it. The previews
 * of what is too large are the exception.
 */
export const readFirst: Watch = {
  request(request, play) {
    const seen = read.get(play) ?? new Set();
    read.set(play, seen);
    const previous = play.requests.at(-2);
    if (previous && ANSWERED.includes(previous.answer)) for (const id of carriedWhole(previous)) seen.add(id);
    const lastAnswer = request.array.findLastIndex(isAnswer);
    const stubbed = stubbedIn(request).filter(
      ({ shown }) => !textOf(shown.content).startsWith("[spilled · "),
    );
    for (const { index } of [...stubbed, ...condensedIn(request)])
      expect(index, "stands in front of a completed reply").toBeLessThan(lastAnswer);
    for (const { entryId } of stubbed) {
      expect(seen.has(entryId), "was carried whole by a request that was answered").toBe(true);
    }
  },
};

function carriedWhole({ array, rendered, entryIds }: Request): readonly (string | undefined)[] {
  return rendered.flatMap((shown) => {
    const index = sourceOf(shown) ?? -1;
    return shown === array[index] ? [entryIds[index]] : [];
  });
}
