// Makes the recorded outputs in `fixtures/`: runs real tools through Pi's own tools in a throwaway folder and stores
// what the model would have seen, with the facts that must survive. `node test/digest/make-fixtures.ts [name…]`.
// Tools that are not installed are left out; outputs of earlier runs stay.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, hostname, tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import {
  createBashTool,
  createEditTool,
  createFindTool,
  createGrepTool,
  createLsTool,
  createReadTool,
  createWriteTool,
} from "@mariozechner/pi-coding-agent";
import { textOf } from "../../src/model/message.ts";
import { FIXTURES } from "./fixture.ts";
import type { Scenario } from "./scenario.ts";
import { buildScenarios } from "./scenarios/builds.ts";
import { fileScenarios } from "./scenarios/files.ts";
import { gitScenarios } from "./scenarios/git.ts";
import { outputScenarios } from "./scenarios/outputs.ts";
import { packageScenarios } from "./scenarios/packages.ts";
import { testScenarios } from "./scenarios/tests.ts";
import { webScenarios } from "./scenarios/web.ts";
import { serve } from "./serve.ts";

const scenarios: readonly Scenario[] = [
  ...testScenarios,
  ...buildScenarios,
  ...gitScenarios,
  ...packageScenarios,
  ...fileScenarios,
  ...webScenarios,
  ...outputScenarios,
];

const server = await serve();

async function record(scenario: Scenario): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "fixture-"));
  try {
    for (const [path, text] of Object.entries(scenario.files ?? {})) put(join(folder, path), text);
    for (const command of scenario.before ?? []) {
      const done = await call("bash", { command: fill(command, folder) }, folder);
      if (done.isError) return false;
    }
    const { text, isError } =
      scenario.text === undefined
        ? await call(scenario.tool ?? "bash", filled(scenario.args, folder), folder)
        : { text: scenario.text, isError: scenario.isError === true };
    if (text.includes("command not found") && scenario.name !== "command-not-found") return false;
    store(scenario, scrub(text, folder), isError);
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function store({ name, tool, args, facts }: Scenario, text: string, isError: boolean): void {
  writeFileSync(join(FIXTURES, `${name}.txt`), text);
  const label = {
    tool: tool ?? "bash",
    args: JSON.parse(scrub(JSON.stringify(args), "")) as unknown,
    isError,
    facts,
  };
  writeFileSync(join(FIXTURES, `${name}.json`), `${JSON.stringify(label, null, 2)}\n`);
}

const tools = {
  bash: createBashTool,
  edit: createEditTool,
  find: createFindTool,
  grep: createGrepTool,
  ls: createLsTool,
  read: createReadTool,
  write: createWriteTool,
};

async function call(tool: string, args: Record<string, unknown>, folder: string) {
  try {
    // Each tool checks its own arguments.
    const made = tools[tool as keyof typeof tools](folder) as ReturnType<typeof createBashTool>;
    const result = await made.execute("call", args as { command: string });
    return { text: textOf(result.content), isError: false };
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), isError: true };
  }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function fill(text: string, folder: string): string {
  const repository = join(import.meta.dirname, "../..");
  return text
    .replaceAll("{folder}", folder)
    .replaceAll("{repository}", repository)
    .replaceAll("{server}", server.url);
}

function filled(args: Scenario["args"], folder: string): Record<string, unknown> {
  return JSON.parse(fill(JSON.stringify(args), folder)) as Record<string, unknown>;
}

/** Puts neutral names where this machine's stood. */
function scrub(text: string, folder: string): string {
  const { username } = userInfo();
  const pairs: readonly (readonly [string, string])[] = [
    [folder, "/home/user/project"],
    [join(import.meta.dirname, "../.."), "/home/user/tools"],
    [`/private${folder}`, "/home/user/project"],
    [server.url, "http://localhost:8080"],
    [String(server.port), "8080"],
    [homedir(), "/home/user"],
    [hostname(), "host"],
  ];
  const named = pairs.reduce(
    (scrubbed, [from, to]) => (from === "" ? scrubbed : scrubbed.replaceAll(from, to)),
    text,
  );
  return named.replaceAll(new RegExp(`\\b${username} ${username}\\b`, "g"), "user user");
}

const wanted = new Set(process.argv.slice(2));
mkdirSync(FIXTURES, { recursive: true });
for (const scenario of scenarios) {
  if (wanted.size > 0 && !wanted.has(scenario.name)) continue;
  const made = await record(scenario);
  process.stdout.write(`${made ? "made" : "left out"} ${scenario.name}\n`);
}
server.close();
