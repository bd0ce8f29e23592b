import type { Setting } from "../../settings/catalog.ts";
import type { SettingsAccess } from "../command-context.ts";
import { type Line, line, pad, printable, span, spread, wrap } from "../line.ts";
import { fits, windowAround } from "../select.ts";
import { accepted, currentValue } from "../setting-text.ts";
import { type SettingGroup, settingGroups } from "./setting-groups.ts";

/** The groups with the settings in which a query stands: in their words, their command, their path or their value. */
export function groupsFor(query: string, settings: SettingsAccess): readonly SettingGroup[] {
  const test = fits(query);
  const isFound = (setting: Setting, group: string) => {
    const { title, command, path, description } = setting;
    return test(
      [group, title, command, path, description, setting.format(currentValue(setting, settings))].join("\n"),
    );
  };
  return settingGroups
    .map(({ title, settings: all }) => ({
      title,
      settings: all.filter((setting) => isFound(setting, title)),
    }))
    .filter((group) => group.settings.length > 0);
}

export interface RowsLook {
  readonly width: number;
  readonly height: number;
  readonly selected: Setting | undefined;
}

type Row = { readonly heading: string } | { readonly setting: Setting };

/** Headings and settings with their values, in a window that follows the selected one. */
export function settingLines(
  groups: readonly SettingGroup[],
  settings: SettingsAccess,
  { width, height, selected }: RowsLook,
): readonly Line[] {
  const rows = groups.flatMap(({ title, settings: all }): readonly Row[] => [
    { heading: title },
    ...all.map((setting) => ({ setting })),
  ]);
  const at = rows.findIndex((row) => "setting" in row && row.setting === selected);
  const { start, end } = windowAround(Math.max(0, at), rows.length, height);
  return rows
    .slice(start, end)
    .map((row) =>
      "heading" in row
        ? line(row.heading, "muted")
        : settingLine(row.setting, settings, { width, isSelected: row.setting === selected }),
    );
}

const TITLE_COLUMNS = 26;

function settingLine(
  setting: Setting,
  settings: SettingsAccess,
  { width, isSelected }: { readonly width: number; readonly isSelected: boolean },
): Line {
  const source = settings.sourceOf(setting.path);
  const value = printable(setting.format(currentValue(setting, settings)));
  const title = width >= 2 * TITLE_COLUMNS ? pad(setting.title, TITLE_COLUMNS) : `${setting.title}  `;
  return spread(
    [
      span(isSelected ? "→ " : "  ", "accent"),
      span(title, isSelected ? "accent" : "text"),
      { text: value, tone: source === "default" ? "muted" : "accent" },
      span(/^\d/.test(value) && setting.kind === "count" ? ` ${setting.unit}` : "", "dim"),
    ],
    line(source === "project" ? "project" : "", "dim"),
    width,
  );
}

/** What the selected setting does and takes. */
export function descriptionLines(setting: Setting, settings: SettingsAccess, width: number): readonly Line[] {
  const isDefault = settings.sourceOf(setting.path) === "default";
  const normally = isDefault ? "" : ` The default is ${setting.format(setting.default)}.`;
  return [
    ...wrap(printable(setting.description), width).map((each) => line(each, "text")),
    ...wrap(printable(`Takes ${accepted(setting)}.${normally}`), width).map((each) => line(each, "dim")),
  ];
}
