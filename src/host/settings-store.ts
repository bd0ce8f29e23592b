import { type ExtensionContext, getAgentDir } from "@mariozechner/pi-coding-agent";
import { describeProblem } from "../settings/problem.ts";
import { type Protection, type ProtectionRule, protectionRule } from "../settings/protection.ts";
import type { Settings } from "../settings/schema.ts";
import type { Scope, Source } from "../settings/scope.ts";
import { defaultSettings } from "../settings/settings.ts";
import { valueAt } from "../settings/tree.ts";
import { isProjectTrusted } from "./mode.ts";
import {
  globalSettingsFile,
  projectSettingsFile,
  type ReadFiles,
  readSettingsFiles,
  writeSetting,
} from "./settings-file.ts";

/** The settings in force, and where they are kept. */
export class SettingsStore {
  #files: Pick<ReadFiles, "settings" | "project" | "global"> = {
    settings: defaultSettings,
    project: {},
    global: {},
  };
  #read: () => readonly string[] = () => [];
  #projectFile: string | undefined;
  #protection:
    | { readonly settings: Settings; readonly cwd: string; readonly rule: ProtectionRule }
    | undefined;

  /** What is protected in the folder `cwd`. */
  protection(ctx: Pick<ExtensionContext, "cwd">): Protection {
    return this.protectionRule(ctx).isProtected;
  }

  /** The same, with its name; compiled once for the settings in force. */
  protectionRule({ cwd }: Pick<ExtensionContext, "cwd">): ProtectionRule {
    const settings = this.current;
    if (this.#protection?.settings !== settings || this.#protection.cwd !== cwd)
      this.#protection = { settings, cwd, rule: protectionRule(settings, cwd) };
    return this.#protection.rule;
  }

  get current(): Settings {
    return this.#files.settings;
  }

  /** Which file the value in force comes from. */
  sourceOf(path: string): Source {
    if (valueAt(this.#files.project, path) !== undefined) return "project";
    return valueAt(this.#files.global, path) === undefined ? "default" : "global";
  }

  /** Reads the files anew. Returns one sentence for each thing that could not be used. */
  load(ctx: ExtensionContext): readonly string[] {
    const trusted = isProjectTrusted(ctx);
    const places = { agentDir: getAgentDir(), cwd: ctx.cwd, trusted };
    this.#projectFile = trusted ? projectSettingsFile(ctx.cwd) : undefined;
    this.#read = () => {
      const { problems, ...files } = readSettingsFiles(places);
      this.#files = files;
      return problems.map((problem) => describeProblem(problem, files.settings));
    };
    return this.#read();
  }

  /** Writes one setting and uses it at once; undefined as value removes it. Returns what went wrong, as a sentence. */
  save(path: string, value: unknown, scope: Scope = "global"): string | undefined {
    const file = scope === "global" ? globalSettingsFile(getAgentDir()) : this.#projectFile;
    if (file === undefined)
      return "pruner: this project is not trusted, so settings of its own are not used.";
    const written = writeSetting(file, path, value);
    if (!written.ok) return written.message;
    this.#read();
    return undefined;
  }
}
