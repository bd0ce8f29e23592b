import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";

/** Folders for one test: an agent folder and a project side by side. */
export interface SettingsFolders {
  readonly root: string;
  readonly agentDir: string;
  readonly cwd: string;
  /** The settings file of the agent folder; not there yet. */
  readonly file: string;
}

/** Fresh folders for every test of the file that calls this, removed after it. */
export function useSettingsFolders(): SettingsFolders {
  const folders = { root: "", agentDir: "", cwd: "", file: "" };
  beforeEach(() => {
    folders.root = realpathSync(mkdtempSync(join(tmpdir(), "settings-")));
    folders.agentDir = join(folders.root, "agent");
    folders.cwd = join(folders.root, "project");
    folders.file = join(folders.agentDir, "settings.json");
    for (const folder of [folders.agentDir, folders.cwd]) mkdirSync(folder);
    chmodSync(folders.root, 0o755);
  });
  afterEach(() => rmSync(folders.root, { recursive: true, force: true }));
  return folders;
}

/** Writes a file and the folders to it; anything but a string as JSON. */
export function put(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
}

export const textOfFile = (path: string): string => readFileSync(path, "utf8");
export const jsonOfFile = (path: string): unknown => JSON.parse(textOfFile(path));

/** Locks and temporary files that were left behind. */
export const leftoversIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => /lock|tmp/.test(name));

export const NOBODY = 65_534;
export const isRoot = process.getuid?.() === 0;

/** Runs `work` as somebody whom permissions hold back. */
export function asNobody<T>(work: () => T): T {
  if (!isRoot) return work();
  process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
