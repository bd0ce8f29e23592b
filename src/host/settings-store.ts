import { type ExtensionContext, getAgentDir } from "@mariozechner/pi-coding-agent";
import { describeProblem } from "../settings/problem.ts";
import type { Settings } from "../settings/schema.ts";
import { defaultSettings } from "../settings/settings.ts";
import { isProjectTrusted } from "./mode.ts";
import { globalSettingsFile, readSettingsFiles, writeSetting } from "./settings-file.ts";

/** The settings in force, and where they are kept. */
export class SettingsStore {
  #settings: Settings = defaultSettings;
  #read: () => readonly string[] = () => [];

  get current(): Settings {
    return this.#settings;
  }

  /** Reads the files anew. Returns one sentence for each thing that could not be used. */
  load(ctx: ExtensionContext): readonly string[] {
    const places = { agentDir: getAgentDir(), cwd: ctx.cwd, trusted: isProjectTrusted(ctx) };
    this.#read = () => {
      const { settings, problems } = readSettingsFiles(places);
      this.#settings = settings;
      return problems.map((problem) => describeProblem(problem, settings));
    };
    return this.#read();
  }

  /** Writes one setting to the user's file and uses it at once; undefined as value removes it. Returns what went wrong. */
  save(path: string, value: unknown): string | undefined {
    const written = writeSetting(globalSettingsFile(getAgentDir()), path, value);
    if (!written.ok) return written.message;
    this.#read();
    return undefined;
  }
}
