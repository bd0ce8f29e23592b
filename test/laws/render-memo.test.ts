import { describe, expect, it } from "vitest";
import { pruneMessages } from "../../src/render/prune-messages.ts";
import { holdsFor } from "../support/histories.ts";
import type { Watch } from "../support/play.ts";

/** A session that goes on is rendered as one that was just opened: the same messages, and the same ones kept. */
const asIfAnew: Watch = {
  request({ array, rendered }, { pruner: { state } }) {
    if (!state) return;
    const anew = pruneMessages(array, { state, report: () => {} });
    expect(rendered).toEqual(anew);
    expect(rendered === array).toBe(anew === array);
    const kept = new Set(array);
    expect(rendered.map((message) => kept.has(message))).toEqual(anew.map((message) => kept.has(message)));
  },
};

describe("a render that goes on from the last one", () => {
  it("is what a render anew would be", () => holdsFor(asIfAnew));
});
