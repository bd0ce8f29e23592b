import type { Setting } from "../settings/catalog.ts";
import type { SettingValue } from "../settings/leaf.ts";
import { getSetting } from "../settings/settings.ts";
import type { SettingsAccess } from "./command-context.ts";

/** The value of a setting in force. */
// Every leaf of complete settings was accepted by its setting.
export const currentValue = (setting: Setting, settings: SettingsAccess): SettingValue =>
  getSetting(settings.current(), setting.path) as SettingValue;

/** A value as one reads it: a number with what it counts. */
export function valueText(setting: Setting, value: SettingValue): string {
  const text = setting.format(value);
  return setting.kind === "count" && /^\d/.test(text) ? `${text} ${setting.unit}` : text;
}

const sources = {
  default: "the default",
  global: "from your settings",
  project: "from the project's settings",
};

/** A setting, what it is now and why, what it does and what it takes. */
export function describeSetting(setting: Setting, settings: SettingsAccess): string {
  const source = settings.sourceOf(setting.path);
  const normally = source === "default" ? "" : `; the default is ${setting.format(setting.default)}`;
  return [
    `${setting.command}: ${setting.format(currentValue(setting, settings))} (${sources[source]}${normally})`,
    setting.description,
    `Takes ${accepted(setting)}.`,
  ].join("\n");
}

/** What a setting accepts, with the values it suggests. */
export function accepted({ kind, expects, presets, format }: Setting): string {
  if (kind !== "count" && kind !== "share") return expects;
  const examples = presets.map(({ value }) => format(value)).join(", ");
  return examples === "" ? expects : `${expects}, such as ${examples}`;
}
