import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { Guard } from "./host/guard.ts";
import { answer } from "./host/notify.ts";
import { Runtime } from "./runtime.ts";
import { actions } from "./ui/actions.ts";
import { completeCommand, runCommand } from "./ui/command.ts";

/** Pi calls this once per load. Each line below says which event drives what. */
export default function piCondense(pi: ExtensionAPI): void {
  const guard = new Guard();
  const runtime = new Runtime(pi, guard);

  pi.on("session_start", (_event, ctx) => guard.run(ctx, "opening the session", () => runtime.open(ctx)));
  pi.on("session_tree", (_event, ctx) => guard.run(ctx, "opening the branch", () => runtime.openBranch(ctx)));
  pi.on("session_compact", () => runtime.flusher.compacted());
  pi.on("before_agent_start", () => runtime.promptStarted());
  pi.on("context", ({ messages }, ctx) => guard.run(ctx, "rendering", () => runtime.context(messages, ctx)));
  pi.on("turn_end", ({ message, toolResults }, ctx) =>
    guard.run(ctx, "capturing a turn", () => runtime.turnEnd(message, toolResults.length, ctx)),
  );
  pi.on("session_shutdown", (_event, ctx) => guard.run(ctx, "closing the session", () => runtime.shutdown()));

  pi.registerCommand("pruner", {
    description: "Context pruner: on, off, status, now, help",
    getArgumentCompletions: (prefix) => completeCommand(actions, prefix),
    handler: (line, ctx) =>
      runCommand(actions, line, {
        facts: () => ({ ...runtime.facts(), settings: runtime.settings.current }),
        save: async (path, value) => runtime.settings.save(path, value),
        say: (text) => answer(ctx, text),
        flush: () => runtime.flusher.now(ctx),
      }),
  });
}
