import { describe, expect, it } from "vitest";
import { holdsFor } from "../support/histories.ts";
import { stablePrefix } from "../support/laws/stable-prefix.ts";
import { stubbedIn } from "../support/source.ts";
import { flush, playOnBoth, turn } from "../support/steps.ts";
import { calls, longText, reply, result } from "../support/transcript.ts";

describe("what was sent once is sent again", () => {
  it("holds in every history", () => holdsFor(stablePrefix));

  it("keeps a stub when the same id comes again in the same millisecond", async () => {
    const work = turn(calls("a"), result("a", { text: longText() }));
    const plays = await playOnBoth(stablePrefix, [work, turn(reply()), flush(), work, turn(reply())], 0);
    for (const { requests } of plays)
      expect(requests.map((request) => stubbedIn(request).map(({ index }) => index))).toEqual([
        [],
        [],
        [1],
        [1],
        [1],
      ]);
  });
});
