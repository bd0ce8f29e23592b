import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { Guard } from "./host/guard.ts";
import { querySources } from "./host/query-sources.ts";
import { onRequest } from "./host/request-messages.ts";
import { onRunEnd } from "./host/run-end.ts";
import { isOpenSession } from "./host/same-session.ts";
import { onTurnEnd } from "./host/turn-end.ts";
import { registerPrunerCommand } from "./pruner-command.ts";
import { Runtime } from "./runtime.ts";
import { createQueryTool } from "./ui/query-tool.ts";

/** Pi calls this once per load. Each line below says which event drives what. */
export default function piCondense(pi: ExtensionAPI): void {
  const guard = new Guard();
  const runtime = new Runtime(pi, guard);

  pi.on("session_start", (_event, ctx) => guard.run(ctx, "opening the session", () => runtime.open(ctx)));
  pi.on("session_tree", (_event, ctx) => guard.run(ctx, "opening the branch", () => runtime.openBranch(ctx)));
  // In front of what a compaction is shown: on host B that is asked for before the turn is told otherwise.
  onTurnEnd(pi, (message, toolResults, ctx) =>
    guard.run(ctx, "capturing a turn", () => runtime.turnEnd(message, toolResults, ctx)),
  );
  pi.on("session_before_compact", (event, ctx) =>
    guard.run(ctx, "preparing a compaction", () => runtime.beforeCompact(event, ctx)),
  );
  pi.on("session_before_tree", (event, ctx) =>
    guard.run(ctx, "preparing the summary of a branch", () => runtime.beforeTree(event, ctx)),
  );
  pi.on("session_compact", () => runtime.compacted());
  pi.on("before_agent_start", () => runtime.promptStarted());
  onRequest(pi, (messages, ctx) => guard.run(ctx, "rendering", () => runtime.context(messages, ctx)));
  onRunEnd(pi, () => runtime.runEnded());
  // The hosts read the file of a session that is opened before they end the one that is open.
  pi.on("session_before_switch", async ({ targetSessionFile }, ctx) => {
    if (isOpenSession(targetSessionFile, ctx)) await guard.run(ctx, "a flush", () => runtime.settle(ctx));
  });
  pi.on("session_shutdown", ({ targetSessionFile }, ctx) =>
    guard.run(ctx, "closing the session", () => runtime.shutdown(isOpenSession(targetSessionFile, ctx))),
  );

  pi.registerTool(
    createQueryTool({ open: (ctx) => runtime.pruner.state && querySources(ctx, runtime.pruner.state) }),
  );
  registerPrunerCommand(pi, runtime);
}
