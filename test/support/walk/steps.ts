import { existsSync } from "node:fs";
import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import type { HostCli } from "../hosts.ts";
import type { RecordedRequest } from "../loopback/script.ts";
import { answered } from "../wire/answered.ts";
import { archiveOf, faultsOfRequest } from "./checks.ts";
import { compare } from "./compare.ts";
import { branchTo } from "./edited-branch.ts";
import { operationsOn } from "./operations.ts";
import { recover } from "./recover.ts";
import { isSwitchedOff, redactedIn } from "./redacted.ts";
import { isAside, type Walk } from "./walk.ts";

type Check = (walk: Walk) => Promise<readonly string[]>;

const without =
  (operation: (walk: Walk) => Promise<void>): Check =>
  async (walk) => {
    await operation(walk);
    return [];
  };

type Step = readonly [name: string, step: Check];

const stepsOn = (host: HostCli): readonly (readonly [number, Step])[] => [
  ...Object.entries(operationsOn(host)).map(([name, [weight, operation]]): readonly [number, Step] => [
    weight,
    [name, without(operation)],
  ]),
  [10, ["recover", recover]],
  [4, ["compare", compare]],
];

/** Takes so many steps and throws at the first fault, with all that was done until then. */
export async function takeSteps(walk: Walk, count: number): Promise<void> {
  for (let step = 1; step <= count; step++) {
    const [name, take] = walk.random.weighted(stepsOn(walk.host));
    await takeStep(walk, `${step}: ${name}`, take);
  }
  await takeStep(walk, "last: recover", recover);
  await takeStep(walk, "last: compare", compare);
}

async function takeStep(walk: Walk, name: string, take: Check): Promise<void> {
  walk.log.push(name);
  const from = walk.loopback.requests.length;
  const found = await take(walk).catch((error: unknown) => [String(error)]);
  const faults = [...found, ...(await faultsSince(walk, from))];
  if (faults.length === 0) return;
  const requests = walk.loopback.requests.slice(from).map(toldOf);
  throw new Error([...faults, "after", ...walk.log, "with", ...requests].join("\n"));
}

/** What the provider refused, what extensions threw, and what is wrong with the requests since then. */
async function faultsSince(walk: Walk, from: number): Promise<readonly string[]> {
  const entries = await walk.entries();
  const path = await walk.sessionPath();
  if (existsSync(path) && !walk.sessions.includes(path)) walk.sessions.push(path);
  const { requests } = walk.loopback;
  const archive = archiveOf(entries, requests);
  const branches = branchesOf(requests, { path, entries });
  return [
    ...walk.loopback.violations.map(
      ({ request, violation }) => `request ${request.index}: ${violation.message}`,
    ),
    ...walk.complaints,
    ...archive.reused.map((ref) => `${ref} was given to two calls`),
    ...requests
      .slice(from)
      .filter((request) => !isAside(request))
      .flatMap((request) => {
        const branch = branches.get(request);
        // Host A knows no edits, and the pruner applies none while it is off.
        if (!branch || isSwitchedOff(branch)) return faultsOfRequest(request, archive, false);
        return [
          ...faultsOfRequest(request, archiveOf(entries, requests, branch), true),
          ...redactedIn(request, branch),
        ];
      }),
  ];
}

/** The branches that answered requests were sent from, as they were then. */
const branchesOf = (
  requests: readonly RecordedRequest[],
  { path, entries }: { readonly path: string; readonly entries: readonly SessionEntry[] },
): ReadonlyMap<RecordedRequest, readonly SessionEntry[]> =>
  new Map(
    answered(requests, [{ path, createdAt: "", entries }]).map(({ request, answer }) => [
      request,
      branchTo(entries, entries[answer.index], request.arrivedAt),
    ]),
  );

const toldOf = (request: RecordedRequest): string => {
  const { index, model, outcome, reply } = request;
  const calls = (reply?.toolCalls ?? []).map(({ name }) => name).join(" ");
  return `    ${index} ${model}${isAside(request) ? " (aside)" : ""} ${outcome}: ${calls} ${reply?.text ?? ""}`;
};
