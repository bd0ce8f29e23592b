import { catalog } from "../../settings/catalog.ts";
import type { Command } from "../command.ts";
import type { CommandContext } from "../command-context.ts";
import { openPage } from "../screen.ts";
import { settingCommands } from "../setting-command.ts";
import { currentValue } from "../setting-text.ts";
import { SettingsPage } from "./settings-page.ts";

export const settingsAction: Command = {
  name: "settings",
  kind: "action",
  usage: "settings",
  summary: "See and change every setting.",
  async run(_, context) {
    const { custom, dialogs, say } = context;
    if (custom) await openPage<void>(custom, (control) => new SettingsPage(context, control));
    else if (dialogs) await chooseSetting(context);
    else say(listSettings(context));
  },
};

/** Without a terminal: one dialog to find the setting, and its own to change it. */
async function chooseSetting(context: CommandContext): Promise<void> {
  const name = await context.dialogs?.choose({
    title: "pruner settings",
    choices: catalog.map((setting) => ({
      value: setting.command,
      label: setting.title,
      note: setting.format(currentValue(setting, context.settings)),
    })),
  });
  await settingCommands.find((command) => command.name === name)?.run("", context);
}

const listSettings = ({ settings }: CommandContext): string =>
  catalog
    .map((setting) => {
      const source = settings.sourceOf(setting.path);
      const value = setting.format(currentValue(setting, settings));
      return `${`${setting.command}:`.padEnd(27)}${value}${source === "default" ? "" : ` (${source})`}`;
    })
    .join("\n");
