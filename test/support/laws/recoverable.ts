import { resultBlocks, toolCallsOf } from "../../../src/model/message.ts";
import { expectSame } from "../expect-same.ts";
import type { Watch } from "../play.ts";
import { condensedIn, SOURCE, stubbedIn } from "../source.ts";
import { expectRecovered } from "./recovered.ts";

/**
 * Behind each stub and placeholder stands, in the session, exactly what the host would have sent without it; and the
 * tool brings back all of everything that has a ref.
 */
export const recoverable: Watch = {
  request(request, play) {
    expectRecovered(play);
    const { session } = play;
    const stubbed = stubbedIn(request);
    const condensed = condensedIn(request);
    if (stubbed.length + condensed.length === 0) return;
    const originals = new Map(
      session
        .port()
        .branch()
        .map(({ entryId, message }) => [entryId, message]),
    );
    for (const { source, entryId } of stubbed) {
      const { [SOURCE]: _, ...expected } = source as typeof source & { [SOURCE]?: number };
      const original = originals.get(entryId ?? "");
      expectSame(original, expected);
      expectSame(resultBlocks(expected.content), expected.content);
    }
    for (const { source, entryId, ordinal } of condensed) {
      const original = originals.get(entryId ?? "");
      const same =
        original?.role === "assistant" ? toolCallsOf(original).filter(({ id }) => id === source.id) : [];
      expectSame(same[ordinal], source);
    }
  },
};
