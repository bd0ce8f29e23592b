import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Problem } from "../settings/problem.ts";
import type { Settings } from "../settings/schema.ts";
import { readSettings, resolveSettings, type SettingsLayer } from "../settings/settings.ts";
import { isTree, type Tree, valueAt, withoutValue, withValue } from "../settings/tree.ts";
import { waitForOthers, withFileLocks } from "./file-lock.ts";
import { type JsonStyle, PI_STYLE, parseJson, printJson } from "./json-text.ts";
import { replaceFile, resolveLinks } from "./replace-file.ts";

/** The key of Pi's settings files that ours stand under. */
const KEY = "contextPrune";

/** The user's settings, in Pi's agent folder. */
export const globalSettingsFile = (agentDir: string): string => join(agentDir, "settings.json");

/** The project's settings, laid over the user's. */
export const projectSettingsFile = (cwd: string): string => join(cwd, ".pi", "settings.json");

export interface SettingsPlaces {
  readonly agentDir: string;
  readonly cwd: string;
  /** Whether the project's file may be used. */
  readonly trusted: boolean;
}

export interface ReadFiles {
  readonly settings: Settings;
  readonly problems: readonly Problem[];
  /** What the project's file says by itself; empty when it may not be used. */
  readonly project: SettingsLayer;
  readonly global: SettingsLayer;
}

/** The settings in force. A file that is missing is no problem; one that cannot be read is, and counts as missing. */
export function readSettingsFiles({ agentDir, cwd, trusted }: SettingsPlaces): ReadFiles {
  const global = readLayer(globalSettingsFile(agentDir));
  const project = trusted ? readLayer(projectSettingsFile(cwd)) : { layer: {}, problems: [] };
  return {
    settings: resolveSettings([global.layer, project.layer]),
    problems: [...global.problems, ...project.problems],
    project: project.layer,
    global: global.layer,
  };
}

function readLayer(file: string): { readonly layer: SettingsLayer; readonly problems: readonly Problem[] } {
  const content = readSteady(file);
  if (content.ok) return readSettings(valueAt(content.tree, KEY), { file });
  return { layer: {}, problems: [{ kind: "file", file, reason: content.reason }] };
}

export type Written = { readonly ok: true } | { readonly ok: false; readonly message: string };

/**
 * Sets one setting (a dotted path below `contextPrune`) in a settings file, or removes it when `value` is undefined.
 * Everything else in the file stays as it is, whoever else writes to it. Nothing is written when anything is wrong.
 */
export function writeSetting(file: string, path: string, value: unknown): Written {
  const failed = (reason: string): Written => ({
    ok: false,
    message: `pruner: could not save ${KEY}.${path}: ${reason}.`,
  });
  try {
    const target = resolveLinks(file);
    if (value === undefined && !existsSync(target)) return { ok: true };
    mkdirSync(dirname(target), { recursive: true });
    // Pi locks the path it knows; another Pi may know the same file by its own.
    const names = [...new Set([resolve(file), target])];
    return withFileLocks(names, () => {
      const content = readTwice(target);
      if (!content.ok) return failed(`${file} ${content.reason}; nothing was written`);
      const tree = change(content.tree, `${KEY}.${path}`, value);
      if (tree !== content.tree) replaceFile(target, printJson(tree, content.style));
      return { ok: true };
    });
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

/** The tree itself when it has the value already. */
function change(tree: Tree, path: string, value: unknown): Tree {
  if (value === undefined) return withoutValue(tree, path);
  return JSON.stringify(valueAt(tree, path)) === JSON.stringify(value) ? tree : withValue(tree, path, value);
}

type Content =
  | { readonly ok: true; readonly tree: Tree; readonly isBlank: boolean; readonly style: JsonStyle }
  | { readonly ok: false; readonly reason: string };

// Pi empties its file before it writes it, under its lock: whoever reads without the lock may meet that moment.
function readSteady(file: string): Content {
  const content = readOnce(file);
  if (isSettled(content)) return content;
  try {
    return withFileLocks([file], () => readOnce(file));
  } catch {
    return readOnce(file);
  }
}

/** Under the lock, for editors that know no locks. */
function readTwice(file: string): Content {
  const content = readOnce(file);
  if (isSettled(content)) return content;
  waitForOthers();
  return readOnce(file);
}

const isSettled = (content: Content): boolean => content.ok && !content.isBlank;

function readOnce(file: string): Content {
  try {
    const json = parseJson(readFileSync(file));
    if (!json.ok) return { ok: false, reason: `is not valid JSON (${json.reason})` };
    const { value, isBlank, style } = json;
    return isTree(value)
      ? { ok: true, tree: value, isBlank, style }
      : { ok: false, reason: "is not a JSON object" };
  } catch (error) {
    if (isMissing(error)) return { ok: true, tree: {}, isBlank: false, style: PI_STYLE };
    return { ok: false, reason: `could not be read (${error instanceof Error ? error.message : error})` };
  }
}

const isMissing = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
