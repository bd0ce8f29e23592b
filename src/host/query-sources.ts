import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { Sources } from "../recovery/query.ts";
import { fold } from "../state/reducers.ts";
import type { PruneState } from "../state/state.ts";
import { sessionArchive } from "./archive.ts";
import { pruneEntries } from "./prune-entries.ts";
import { withTimeLimit } from "./time-limit.ts";

/** Where recoveries read from: the open branch first, then whatever the file holds of other branches. */
export const querySources = (ctx: ExtensionContext, branch: Readonly<PruneState>): Sources => ({
  known: { branch, file: () => fold(pruneEntries(ctx.sessionManager.getEntries())) },
  archive: sessionArchive(ctx.sessionManager),
  limit: withTimeLimit,
});
