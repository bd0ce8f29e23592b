/**
 * `npm run demo [-- --host b]`: a real Pi with the extension works on a small project, against a scripted model on this
 * machine. Shows what every request held, and fails when anything it says is not so.
 */
import { type HostId, hosts } from "../support/hosts.ts";
import { startLoopback } from "../support/loopback.ts";
import { type PrintRun, runPrint } from "../support/print.ts";
import { createSandbox } from "../support/sandbox.ts";
import { checkClaims } from "./claims.ts";
import { writeProject } from "./project.ts";
import { printReport } from "./report.ts";
import { PROMPTS, scriptOf } from "./script.ts";

export interface DemoRun {
  readonly run: PrintRun;
  readonly requests: readonly import("../support/loopback/script.ts").RecordedRequest[];
  readonly violations: number;
}

async function runPi(host: HostId, prunes: boolean): Promise<DemoRun> {
  const loopback = await startLoopback({ scripts: { "main-1": scriptOf(prunes) } });
  const sandbox = createSandbox({ host: hosts[host], loopback, api: "anthropic" });
  try {
    writeProject(sandbox.cwd);
    const run = await runPrint(sandbox, { prompts: PROMPTS, ...(prunes ? {} : { extensions: [] }) });
    return { run, requests: [...loopback.requests], violations: loopback.violations.length };
  } finally {
    await loopback.close();
    sandbox.dispose();
  }
}

const choice = process.argv.includes("--host") ? process.argv[process.argv.indexOf("--host") + 1] : "a";
if (choice !== "a" && choice !== "b") {
  process.stderr.write(`--host takes a or b, not ${choice}\n`);
  process.exit(2);
}
process.stdout.write(`${hosts[choice].name}: one session without the extension, then the same with it ...\n`);
const without = await runPi(choice, false);
const pruned = await runPi(choice, true);
printReport({ without, pruned });
const broken = checkClaims({ without, pruned });
for (const claim of broken) process.stderr.write(`NOT SO: ${claim}\n`);
process.exitCode = broken.length > 0 ? 1 : 0;
