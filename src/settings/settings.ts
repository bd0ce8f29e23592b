import { catalog, groups } from "./catalog.ts";
import type { Problem } from "./problem.ts";
import type { Settings } from "./schema.ts";
import { isTree, mergeTrees, type Tree, valueAt, withoutValue, withValue } from "./tree.ts";

/** The settings of one file: every leaf that is there is accepted, and unknown keys are as they were. */
export type SettingsLayer = Tree;

export interface ReadSettings {
  readonly layer: SettingsLayer;
  readonly problems: readonly Problem[];
}

const defaults = catalog.reduce<Tree>((tree, { path, default: value }) => withValue(tree, path, value), {});

/** Every setting at its default. */
// The catalog has every leaf of the schema, and a test holds that each accepts its default.
export const defaultSettings = defaults as unknown as Settings;

/**
 * The settings in the value of a file's `contextPrune` key (undefined without one). What cannot be used is left out,
 * leaf by leaf, with one problem each; whole numbers are rounded down, as the reference does.
 */
export function readSettings(raw: unknown, source: { readonly file: string }): ReadSettings {
  if (raw === undefined) return { layer: {}, problems: [] };
  const problems: Problem[] = [];
  const refuse = (path: string, value: unknown, expects: string) =>
    problems.push({ kind: "value", file: source.file, path, value, expects });

  if (!isTree(raw)) {
    refuse("", raw, "an object of settings");
    return { layer: {}, problems };
  }
  let layer: Tree = raw;
  for (const path of groups) {
    const value = valueAt(layer, path);
    if (value === undefined || isTree(value)) continue;
    refuse(path, value, "an object of settings");
    layer = withoutValue(layer, path);
  }
  for (const { path, accepts, normalize, expects } of catalog) {
    const value = valueAt(layer, path);
    if (value === undefined) continue;
    if (accepts(value)) layer = withValue(layer, path, normalize(value));
    else {
      refuse(path, value, expects);
      layer = withoutValue(layer, path);
    }
  }
  return { layer, problems };
}

/** Complete settings: the defaults, with each layer laid over the ones before it, leaf by leaf. */
export function resolveSettings(layers: readonly SettingsLayer[]): Settings {
  // Every leaf is a default or was accepted by `readSettings`.
  return layers.reduce(mergeTrees, defaults) as unknown as Settings;
}

/** The value of the setting at a dotted path; undefined for a path that names none. */
export function getSetting(settings: Settings, path: string): unknown {
  return valueAt(settings, path);
}
