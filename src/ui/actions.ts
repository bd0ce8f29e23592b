import type { Command } from "./command.ts";
import type { CommandContext } from "./command-context.ts";
import { compactAction } from "./compact-action.ts";
import { contextAction } from "./context/context-action.ts";
import { nowAction } from "./now-action.ts";
import { pruneAction, restoreAction } from "./restore-actions.ts";
import { applyChange, settingCommands, settingOf } from "./setting-command.ts";
import { settingsAction } from "./settings/settings-action.ts";
import { showAction } from "./show-action.ts";
import { statsReport, statusReport } from "./status-report.ts";
import { treeAction } from "./tree/tree-action.ts";

const action = (name: string, summary: string, run: Command["run"]): Command => ({
  name,
  kind: "action",
  usage: name,
  summary,
  run,
});

/** The subcommands that do something, in the order help shows them. */
const actions: readonly Command[] = [
  action("on", "Prune finished tool results.", (_, context) => turn(true, context)),
  action("off", "Show every result in full again.", (_, context) => turn(false, context)),
  action("status", "What is set, pending and in the context.", (_, context) =>
    context.say(statusReport(context)),
  ),
  action("stats", "What was pruned, and what it cost.", (_, context) => context.say(statsReport(context))),
  treeAction,
  settingsAction,
  nowAction,
  compactAction,
  contextAction,
  restoreAction,
  pruneAction,
  showAction,
  action("help", "Show this list.", (_, { say }) => say(helpText(commands))),
];

/** Everything `/pruner` knows: the actions, then a command for every setting. */
export const commands: readonly Command[] = [...actions, ...settingCommands];

function turn(value: boolean, { settings, say }: CommandContext): void {
  const { ok, text } = applyChange({ setting: settingOf("enabled"), scope: "global", value }, settings);
  say(`pruner: ${ok && settings.current().enabled === value ? `pruning is ${value ? "on" : "off"}.` : text}`);
}

// With a summary behind it, a line of 80 columns is enough.
const MOST_USAGE = 29;

function helpText(all: readonly Command[]): string {
  const row = ({ usage, title, summary }: Command) =>
    `/pruner ${usage.padEnd(MOST_USAGE)} ${title ?? summary}`;
  return [
    ...all.filter(({ kind }) => kind === "action").map(row),
    "",
    "Settings: alone to see or choose, reset to take back, --project for this one:",
    ...all.filter(({ kind }) => kind === "setting").map(row),
  ].join("\n");
}
