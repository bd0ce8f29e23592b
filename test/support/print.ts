import { existsSync } from "node:fs";
import { join } from "node:path";
import { type PiExit, type PiOptions, piArguments, startPi, waitForExit } from "./pi-process.ts";
import type { Sandbox } from "./sandbox.ts";
import { readSessionFile, type SessionFile, sessionFilesIn } from "./session-file.ts";

export interface PrintOptions extends PiOptions {
  /** Run one after the other in one session. */
  readonly prompts: readonly string[];
  /** `json` prints every event, one per line. Default `text`: the last reply only. */
  readonly mode?: "text" | "json";
}

export interface PrintRun extends PiExit {
  /** The session file of the run; absent with `noSession`. */
  readonly sessionFile?: string;
  readonly entries: SessionFile["entries"];
}

/** Runs `pi -p` to its end. Rejects only when it hangs: exit code and output are for the caller to judge. */
export async function runPrint(sandbox: Sandbox, options: PrintOptions): Promise<PrintRun> {
  const mode = options.mode === "json" ? ["--mode", "json"] : [];
  const pi = startPi(sandbox, [...piArguments(options), ...mode, "-p", ...options.prompts], options.env);
  pi.child.stdin.end();
  const exit = await waitForExit(pi, options.timeoutMs);
  const path = options.noSession ? undefined : (options.session ?? latestSession(sandbox));
  if (path === undefined || !existsSync(path)) return { ...exit, entries: [] };
  return { ...exit, sessionFile: path, entries: readSessionFile(path).entries };
}

function latestSession(sandbox: Sandbox): string | undefined {
  const sessions = join(sandbox.agentDir, "sessions");
  return existsSync(sessions) ? sessionFilesIn(sessions).at(-1) : undefined;
}
