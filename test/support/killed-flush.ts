import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { HostName } from "./host-transforms.ts";
import { hosts } from "./hosts.ts";

const program = fileURLToPath(new URL("killed-flush.mjs", import.meta.url));

const managers: Readonly<Record<HostName, string>> = {
  a: "@mariozechner/pi-coding-agent/dist/core/session-manager.js",
  b: "pi-host-b/dist/core/session-manager.js",
};

export const managerModule = (host: HostName): string =>
  new URL(`../../node_modules/${managers[host]}`, import.meta.url).href;

export interface KilledFlush {
  readonly host: HostName;
  /** The session file, alone in its folder. */
  readonly file: string;
  /** Gets a copy of that folder from before each write, `1`, `2`, ..., and `1-torn`, ... with half of it. */
  readonly copies: string;
  /** The number of a write that never happens, from 1. */
  readonly killAt?: number;
}

/** Flushes a session in a process of its own, which may die at one of its writes; else returns how many there were. */
export function killedFlush({ host, ...flush }: KilledFlush): "killed" | number {
  const order = JSON.stringify({ ...flush, managerModule: managerModule(host) });
  const run = spawnSync(hosts.b.node, ["--disable-warning=ExperimentalWarning", program, order], {
    encoding: "utf8",
  });
  if (run.signal === "SIGKILL") return "killed";
  const writes = /^WRITES (\d+)$/m.exec(run.stdout)?.[1];
  if (writes === undefined) throw new Error(`The flush failed.\n${run.stdout}\n${run.stderr}`);
  return Number(writes);
}
