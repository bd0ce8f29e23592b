import { stateEntries } from "../../../src/host/prune-entries.ts";
import { fold } from "../../../src/state/reducers.ts";
import { expectSame } from "../expect-same.ts";
import type { Watch } from "../play.ts";

/** What the pruner knows while it runs is what it would know after a restart, from the session's file. */
export const liveEqualsReload: Watch = {
  step({ pruner, session }) {
    const written = JSON.parse(JSON.stringify(session.manager.getBranch()));
    expectSame(pruner.state, fold(stateEntries(written)));
  },
};
