import { fileURLToPath } from "node:url";
import { extensionPath, hosts } from "./hosts.ts";
import type { ScriptedCall } from "./loopback/script.ts";
import { startProcess, waitForExit } from "./pi-process.ts";
import type { Sandbox } from "./sandbox.ts";

/** One reply of the scripted model. */
export interface SdkReply {
  readonly text?: string;
  readonly toolCalls?: readonly ScriptedCall[];
}

export type SdkStep = { readonly prompt: string } | { readonly compact: string };

export interface SdkJob {
  /** Paths of extensions. Default: the project's own. */
  readonly extensions?: readonly string[];
  /** In tokens. Default 100,000. */
  readonly contextWindow?: number;
  readonly replies: readonly SdkReply[];
  readonly steps: readonly SdkStep[];
}

/** What a session of host B saw, as plain JSON. */
export interface SdkReport {
  /** The messages of every request to the model, in order. */
  readonly requests: readonly (readonly Readonly<Record<string, unknown>>[])[];
  /** The session's messages and branch at the end. */
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly branch: readonly Readonly<Record<string, unknown>>[];
  readonly extensionErrors: readonly string[];
}

const program = fileURLToPath(new URL("sdk-b.mjs", import.meta.url));

/** Runs the steps in a session of host B, in a process of its own. Rejects with all it said when it fails. */
export async function runSdkB(
  sandbox: Pick<Sandbox, "cwd" | "agentDir" | "env">,
  job: SdkJob,
): Promise<SdkReport> {
  const { cwd, agentDir } = sandbox;
  const process = startProcess(sandbox, [hosts.b.node, program]);
  process.child.stdin.end(
    JSON.stringify({ extensions: [extensionPath], contextWindow: 100_000, cwd, agentDir, ...job }),
  );
  const { stdout, stderr } = await waitForExit(process);
  const report = stdout.split("\n").find((line) => line.startsWith("REPORT "));
  if (!report) throw new Error(`No report from host B.\nstdout: ${stdout}\nstderr: ${stderr}`);
  return JSON.parse(report.slice("REPORT ".length));
}
