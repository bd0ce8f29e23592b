import { Minimatch, type MinimatchOptions } from "minimatch";
import { nameHash } from "../model/hash.ts";
import { pathForms } from "../model/path.ts";
import type { Settings } from "./schema.ts";

export type ProtectionSettings = Pick<Settings, "protectedTools" | "protectedPaths">;

/** Whether the results and arguments of a call are to stay as they are. */
export type Protection = (toolName: string, args: unknown) => boolean;

/** A rule of protection, and the name by which a later session knows that it is still the same. */
export interface ProtectionRule {
  readonly fingerprint: string;
  readonly isProtected: Protection;
}

export const protectionRule = (settings: ProtectionSettings, cwd: string): ProtectionRule => ({
  fingerprint: protectionFingerprint(settings, cwd),
  isProtected: createProtection(settings, cwd),
});

/** Names what a rule depends on: its settings, and the folder that relative paths start from. */
export const protectionFingerprint = (
  { protectedTools, protectedPaths }: ProtectionSettings,
  cwd: string,
): string => nameHash(JSON.stringify([protectedTools, protectedPaths, cwd]));

/** The rule of `settings`, compiled once, for calls made in the folder `cwd`. */
export function createProtection(settings: ProtectionSettings, cwd: string): Protection {
  const tools = new Set(settings.protectedTools);
  const patterns = [...new Set(settings.protectedPaths)].map(compile);
  const matches = (form: string) => patterns.some((pattern) => pattern.match(form));
  return (toolName, args) =>
    tools.has(toolName) ||
    (patterns.length > 0 && pathsOf(args).some((path) => formsOf(path, cwd).some(matches)));
}

/** The same for a single call; whoever asks more than once compiles. */
export function isProtected(
  settings: ProtectionSettings,
  call: { readonly toolName: string; readonly args: unknown },
  cwd: string,
): boolean {
  return createProtection(settings, cwd)(call.toolName, call.args);
}

/**
 * The glob contract: `*` and `?` match within a segment, `**` as a segment any number of them, hidden ones included;
 * everything else is literal, and case counts. Different from the reference: `**` beside other characters of its
 * segment does not cross slashes.
 */
const GLOB: MinimatchOptions = {
  dot: true,
  nobrace: true,
  noext: true,
  nonegate: true,
  nocomment: true,
  // The same answer on every system: paths come with slashes only.
  platform: "linux",
  // Beyond so many `**` the matcher says no. It tries each place once, so its work is bounded without that.
  maxGlobstarRecursion: Number.MAX_SAFE_INTEGER,
};

// `.` segments are taken out of paths, so a pattern with one could never match.
function compile(pattern: string): Minimatch {
  const segments = pattern.split("/").filter((segment) => segment !== ".");
  return new Minimatch(segments.join("/").replace(/[[\]\\]/g, "\\$&"), GLOB);
}

function pathsOf(args: unknown): readonly string[] {
  if (typeof args !== "object" || args === null) return [];
  const { path, file_path, filePath, filename, paths } = args as Readonly<Record<string, unknown>>;
  const values = [path, file_path, filePath, filename, ...(Array.isArray(paths) ? paths : [])];
  return values.filter((value) => typeof value === "string");
}

// Pi's own tools take `@skills/a.md`, as people mention files, for `skills/a.md`.
function formsOf(path: string, cwd: string): readonly string[] {
  const forms = pathForms(path, cwd);
  return path.startsWith("@") ? [...forms, ...pathForms(path.slice(1), cwd)] : forms;
}
