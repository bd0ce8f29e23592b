import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export type HostId = "a" | "b";

/** A Pi that tests start as its own process. */
export interface HostCli {
  readonly id: HostId;
  /** Package and version, for messages. */
  readonly name: string;
  /** Absolute paths of the Node binary that runs it, and of its entry point. */
  readonly node: string;
  readonly cli: string;
}

export const projectRoot = fileURLToPath(new URL("../../", import.meta.url));
export const extensionPath = join(projectRoot, "src/index.ts");

const inModules = (path: string) => join(projectRoot, "node_modules", path);

/** Host A runs on the user's own Node, host B on the Node 22 among the development dependencies. */
export const hosts: Readonly<Record<HostId, HostCli>> = {
  get a() {
    return {
      id: "a" as const,
      name: "@mariozechner/pi-coding-agent 0.73.1",
      node: userNode(),
      cli: inModules("@mariozechner/pi-coding-agent/dist/cli.js"),
    };
  },
  get b() {
    return {
      id: "b" as const,
      name: "@earendil-works/pi-coding-agent 1.6.0",
      node: node22(),
      cli: inModules("pi-host-b/dist/bundle/cli.js"),
    };
  },
};

/** The host of this test run, from PI_HOST. Throws when unset: a host nobody tested is no passed test. */
export function hostUnderTest(): HostCli {
  const id = process.env.PI_HOST;
  if (id !== "a" && id !== "b") throw new Error(`PI_HOST must be "a" or "b", but is ${JSON.stringify(id)}`);
  return hosts[id];
}

// Inside npm scripts `node` is the Node 22 of the development dependencies.
const isDependency = (path: string) => path.includes("node_modules");

function userNode(): string {
  const onPath = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "node"));
  const candidates = [process.env.npm_node_execpath, process.execPath, ...onPath];
  const found = candidates.find((path) => path && !isDependency(path) && existsSync(path));
  if (!found) throw new Error("Host A needs the user's own Node: none outside node_modules on PATH");
  return found;
}

function node22(): string {
  const dependency = inModules("node/bin/node");
  if (existsSync(dependency)) return dependency;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return process.execPath;
  throw new Error("Host B needs Node 22.19 or later: run npm install, or use a newer Node");
}
