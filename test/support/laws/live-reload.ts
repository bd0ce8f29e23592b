import { expect } from "vitest";
import { fold } from "../../../src/state/reducers.ts";
import type { Watch } from "../play.ts";

/** What the pruner knows while it runs is what it would know after a restart. */
export const liveEqualsReload: Watch = {
  step({ pruner, session }) {
    expect(pruner.state).toEqual(fold(session.port().branchEntries()));
  },
};
