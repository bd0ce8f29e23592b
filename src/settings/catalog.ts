import type { TObject, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { head } from "../model/text.ts";
import type { LeafInfo, PresetInput, SettingKind, SettingValue } from "./leaf.ts";
import { SettingsSchema } from "./schema.ts";
import { valueTexts } from "./value-text.ts";

/** A value to offer, and how to show it. */
export interface Preset {
  readonly value: SettingValue;
  readonly label: string;
}

export type Parsed =
  | { readonly ok: true; readonly value: SettingValue }
  | { readonly ok: false; readonly message: string };

/** One editable leaf of the settings schema. */
export interface Setting {
  /** Dotted path below `contextPrune`, e.g. `purgeErrors.cooldownTurns`. */
  readonly path: string;
  readonly kind: SettingKind;
  readonly title: string;
  readonly description: string;
  /** `/pruner <command>` shows and changes it. */
  readonly command: string;
  readonly unit?: string;
  readonly default: SettingValue;
  readonly presets: readonly Preset[];
  /** The accepted values in plain words, to follow "takes". */
  readonly expects: string;
  /** A value as it is used: numbers of whole things are rounded down. */
  normalize(value: unknown): unknown;
  /** Whether a value, once normalized, may be used. */
  accepts(value: unknown): boolean;
  /** Reads what a person typed, into a normalized and accepted value or a sentence about what is wrong with it. */
  parse(text: string): Parsed;
  /** A value in words that `parse` reads back as the same value. */
  format(value: SettingValue): string;
}

/** Every setting, in the order of the schema. */
export const catalog: readonly Setting[] = leavesOf(SettingsSchema, "");

/** Paths of the objects that settings stand in. */
export const groups: readonly string[] = [
  ...new Set(
    catalog.flatMap(({ path }) => (path.includes(".") ? [path.slice(0, path.lastIndexOf("."))] : [])),
  ),
];

function leavesOf(object: TObject, prefix: string): Setting[] {
  return Object.entries(object.properties).flatMap(([key, schema]) =>
    // The schema is ours and has two kinds of node: objects of nodes, and leaves made by `leaf.ts`.
    "properties" in schema
      ? leavesOf(schema as TObject, `${prefix}${key}.`)
      : [settingOf(prefix + key, schema, schema as unknown as LeafInfo)],
  );
}

function settingOf(path: string, schema: TSchema, info: LeafInfo): Setting {
  const { kind, title, description, command, unit, expects } = info;
  const presets = (info.presets ?? []).map((preset) => presetOf(preset, kind));
  const normalize = (value: unknown) =>
    kind === "count" && typeof value === "number" ? Math.floor(value) : value;
  const accepts = (value: unknown) => Value.Check(schema, normalize(value));
  return {
    path,
    kind,
    title,
    description,
    command,
    ...(unit !== undefined && { unit }),
    default: info.default,
    presets,
    expects,
    normalize,
    accepts,
    parse: (text) => {
      const typed = text.trim();
      const labelled = presets.find(({ label }) => label.toLowerCase() === typed.toLowerCase());
      const value = labelled ? labelled.value : valueTexts[kind].read(typed);
      return value !== undefined && accepts(value)
        ? { ok: true, value: normalize(value) as SettingValue }
        : { ok: false, message: `${title} takes ${expects}, not "${head(typed, 60)}".` };
    },
    format: (value) =>
      presets.find((preset) => preset.value === value)?.label ?? valueTexts[kind].show(value),
  };
}

function presetOf(preset: PresetInput, kind: SettingKind): Preset {
  if (Array.isArray(preset)) return { value: preset[0], label: preset[1] };
  const value = preset as Exclude<PresetInput, readonly unknown[]>;
  return { value, label: valueTexts[kind].show(value) };
}
