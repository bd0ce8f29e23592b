import type { ExtensionAPI, ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import { sessionArchive } from "./host/archive.ts";
import { isTerminal } from "./host/mode.ts";
import { answer } from "./host/notify.ts";
import { cacheRetention } from "./host/request-facts.ts";
import { spendSteps } from "./host/spend-steps.ts";
import type { Runtime } from "./runtime.ts";
import { sessionSpend } from "./savings/session-spend.ts";
import { commands } from "./ui/actions.ts";
import { runCommand } from "./ui/command.ts";
import type { CommandContext } from "./ui/command-context.ts";
import { complete } from "./ui/complete.ts";
import { createDialogs } from "./ui/dialogs.ts";

type Registry = ExtensionCommandContext["modelRegistry"];

/** Registers `/pruner`. What it reaches is built anew for each line, from the context Pi runs it in. */
export function registerPrunerCommand(pi: ExtensionAPI, runtime: Runtime): void {
  // Pi completes without a context, so the models are those of the latest session.
  let registry: Registry | undefined;
  pi.on("session_start", (_event, ctx) => {
    registry = ctx.modelRegistry;
  });
  const sources = {
    models: () => (registry ? modelNames(registry) : []),
    refs: () => [...(runtime.pruner.state?.keyOfRef.keys() ?? [])],
  };
  pi.registerCommand("pruner", {
    description: "Context pruner: what is pruned, when, and at what cost",
    getArgumentCompletions: (typed) => complete(commands, typed, sources),
    handler: (text, ctx) => runCommand(commands, text, commandContext(runtime, ctx)),
  });
}

function commandContext(runtime: Runtime, ctx: ExtensionCommandContext): CommandContext {
  const { modelRegistry: registry, ui } = ctx;
  const custom = isTerminal(ctx) ? ui.custom.bind(ui) : undefined;
  return {
    say: (text) => answer(ctx, text),
    status: () => runtime.observer.facts(ctx),
    settings: {
      current: () => runtime.settings.current,
      sourceOf: (path) => runtime.settings.sourceOf(path),
      save: (path, value, scope) => {
        const problem = runtime.settings.save(path, value, scope);
        runtime.observer.show(ctx);
        return problem;
      },
    },
    models: {
      names: () => modelNames(registry),
      knows: (provider, id) => registry.find(provider, id) !== undefined,
    },
    session: {
      state: () => runtime.pruner.state,
      archive: () => sessionArchive(ctx.sessionManager),
      request: () => runtime.observer.request(ctx),
      isProtected: runtime.settings.protection(ctx),
      isRearmed: () => runtime.flusher.isRearmed,
      spend: () =>
        sessionSpend({
          steps: spendSteps(ctx.sessionManager),
          modelOf: (provider, id) => registry.find(provider, id),
          retention: cacheRetention(),
          ratio: runtime.flusher.tokens(1),
        }),
      mark: (mark, refs) => {
        const problem = attempt(() => runtime.pruner.mark(mark, refs));
        runtime.observer.refresh(ctx);
        return problem;
      },
    },
    flush: {
      pending: () => runtime.flusher.pending(ctx),
      now: (progress) => runtime.flusher.now(ctx, progress),
      compact: async () => {
        const report = await runtime.flusher.compact(ctx);
        runtime.observer.refresh(ctx);
        return report;
      },
    },
    ...(ctx.hasUI && { dialogs: createDialogs(ui, custom), widgets: ui }),
    ...(custom && { custom }),
  };
}

/** What went wrong in `work`, as a sentence; undefined when nothing did. */
function attempt(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return `that could not be recorded (${error instanceof Error ? error.message : String(error)}).`;
  }
}

const modelNames = (registry: Registry): readonly string[] =>
  registry.getAvailable().map(({ provider, id }) => `${provider}/${id}`);
