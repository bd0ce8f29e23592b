import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hostUnderTest, projectRoot } from "../support/hosts.ts";
import { startProcess, waitForExit } from "../support/pi-process.ts";
import { runPrint } from "../support/print.ts";
import { stubsIn } from "../support/requests.ts";
import { onStage, type Stage } from "../support/stage.ts";

const script = [
  { toolCalls: [{ name: "bash", input: { command: "seq 1 900" } }] },
  { text: "read" },
  { text: "answered" },
];

let folder = "";
let unpacked = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pi-condense-pack-"));
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: projectRoot });
  const [tarball = ""] = readdirSync(folder);
  execFileSync("tar", ["-xzf", join(folder, tarball), "-C", folder]);
  unpacked = join(folder, "package");
  execFileSync("npm", ["install", "--omit=dev", "--no-audit", "--no-fund", "--silent"], { cwd: unpacked });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs two prompts and tells how many stubs the last request held. */
async function stubsOfRun(
  { loopback, sandbox }: Stage,
  extensions: readonly string[],
  args: readonly string[] = [],
) {
  const run = await runPrint(sandbox, { prompts: ["one", "two"], extensions, args });
  expect([run.code, run.stdout, run.stderr]).toEqual([0, "answered\n", ""]);
  return loopback.requests.slice(-1).flatMap(stubsIn).length;
}

async function pi({ sandbox }: Stage, args: readonly string[]) {
  const { node, cli } = sandbox.host;
  const exit = await waitForExit(startProcess(sandbox, [node, cli, ...args]));
  expect([exit.code, exit.stderr]).toEqual([0, ""]);
}

it("ships its sources and documents, and one runtime dependency", () => {
  expect(readdirSync(unpacked).sort()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "PRUNING.md",
    "README.md",
    "doc",
    "node_modules",
    "package-lock.json",
    "package.json",
    "src",
  ]);
});

it("loads from the checkout and from the unpacked package with -e", async () => {
  for (const path of [projectRoot, join(projectRoot, "src/index.ts"), unpacked]) {
    const stubs = await onStage({ scripts: { "main-1": script } }, (stage) => stubsOfRun(stage, [path]));
    expect([path, stubs]).toEqual([path, 1]);
  }
});

it("loads after pi install, for the user", async () => {
  await onStage({ scripts: { "main-1": script } }, async (stage) => {
    await pi(stage, ["install", unpacked]);
    expect(await stubsOfRun(stage, [])).toBe(1);
  });
});

it("loads after pi install -l, in an approved project", async () => {
  await onStage({ scripts: { "main-1": script } }, async (stage) => {
    const approve = hostUnderTest().id === "b" ? ["--approve"] : [];
    await pi(stage, ["install", unpacked, "-l", ...approve]);
    expect(await stubsOfRun(stage, [], approve)).toBe(1);
  });
});
