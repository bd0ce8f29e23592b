import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { DEADLOCK_MS, withDeadline } from "./condition.ts";
import { extensionPath } from "./hosts.ts";
import type { Sandbox } from "./sandbox.ts";

export interface PiOptions {
  /** Paths of extensions, each loaded with `-e`. Default: the project's own. */
  readonly extensions?: readonly string[];
  /** Opens this session file, and creates it when it is not there. */
  readonly session?: string;
  readonly noSession?: boolean;
  /** Further arguments, in front of the prompts. */
  readonly args?: readonly string[];
  /** Added to the sandbox's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** The command line that both hosts understand, without prompts. */
export function piArguments(options: PiOptions): readonly string[] {
  const extensions = options.extensions ?? [extensionPath];
  return [
    ...extensions.flatMap((path) => ["-e", path]),
    ...(options.session === undefined ? [] : ["--session", options.session]),
    ...(options.noSession ? ["--no-session"] : []),
    ...(options.args ?? []),
  ];
}

export interface PiExit {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface PiProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  readonly exited: Promise<PiExit>;
}

/** Starts a host in its sandbox. */
export const startPi = (sandbox: Sandbox, args: readonly string[], env: PiOptions["env"] = {}): PiProcess =>
  startProcess(sandbox, [sandbox.host.node, sandbox.host.cli, ...args], env);

/** Starts a program in the folder and environment of a sandbox. Output is collected while it runs. */
export function startProcess(
  sandbox: Pick<Sandbox, "cwd" | "env">,
  [program, ...args]: readonly [program: string, ...args: string[]],
  env: PiOptions["env"] = {},
): PiProcess {
  const child = spawn(program, args, { cwd: sandbox.cwd, env: { ...sandbox.env, ...env } });
  const collected = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    collected.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    collected.stderr += text;
  });
  // Writing to a process that already ended shows in its exit, not here.
  child.stdin.on("error", () => {});
  const exited = new Promise<PiExit>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...collected }));
  });
  return { child, output: () => ({ ...collected }), exited };
}

/** Waits for the end of a process; kills it at the deadline and rejects with all it said. */
export async function waitForExit(pi: PiProcess, timeoutMs = DEADLOCK_MS): Promise<PiExit> {
  const describe = () => `the end of process ${pi.child.pid}; so far:\n${describeOutput(pi)}`;
  try {
    return await withDeadline(pi.exited, { describe, timeoutMs });
  } catch (error) {
    pi.child.kill("SIGKILL");
    throw error;
  }
}

/** The last of what a process said, for failure messages. */
export function describeOutput(pi: PiProcess): string {
  const { stdout, stderr } = pi.output();
  return `stdout: ${stdout.slice(-4000)}\nstderr: ${stderr.slice(-4000)}`;
}
