import type { Setting } from "../../settings/catalog.ts";
import type { Choice } from "../choice-page.ts";
import { modelOffers } from "../model-offers.ts";

/** Choices that are no values: no value of a setting begins with a line break. */
export const OTHER = "\nother";
export const RESET = "\nreset";

/** What a setting may be changed to: its value where it is none of the suggested ones, those, another, the default. */
export function settingChoices(
  setting: Setting,
  current: string,
  models: readonly string[],
): readonly Choice[] {
  const suggested = setting.kind === "model" ? modelOffers("", models) : presetOffers(setting);
  const isCustom = suggested.every(({ value }) => value !== current);
  const typed = setting.kind === "choice" ? [] : [{ value: OTHER, label: "another value…" }];
  return [
    ...(isCustom ? [{ value: current, label: current, note: "as it is" }] : []),
    ...suggested.map(({ value, note }) => ({ value, label: value, ...(note !== undefined && { note }) })),
    ...typed,
    { value: RESET, label: "reset", note: `to ${setting.format(setting.default)}` },
  ];
}

const presetOffers = ({ presets, default: normal }: Setting) =>
  presets.map(({ label, value }) => ({
    value: label,
    note: value === normal ? "the default" : undefined,
  }));
