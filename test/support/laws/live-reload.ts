import { fold } from "../../../src/state/reducers.ts";
import { expectSame } from "../expect-same.ts";
import type { Watch } from "../play.ts";

/** What the pruner knows while it runs is what it would know after a restart. */
export const liveEqualsReload: Watch = {
  step({ pruner, session }) {
    expectSame(pruner.state, fold(session.port().branchEntries()));
  },
};
