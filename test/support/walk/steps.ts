import { existsSync } from "node:fs";
import type { RecordedRequest } from "../loopback/script.ts";
import { archiveOf, faultsOfRequest } from "./checks.ts";
import { compare } from "./compare.ts";
import { operations } from "./operations.ts";
import { recover } from "./recover.ts";
import { isAside, type Walk } from "./walk.ts";

type Check = (walk: Walk) => Promise<readonly string[]>;

const without =
  (operation: (walk: Walk) => Promise<void>): Check =>
  async (walk) => {
    await operation(walk);
    return [];
  };

const steps: readonly (readonly [number, readonly [name: string, step: Check]])[] = [
  ...Object.entries(operations).map(
    ([name, [weight, operation]]) => [weight, [name, without(operation)]] as const,
  ),
  [10, ["recover", recover]],
  [4, ["compare", compare]],
];

/** Takes so many steps and throws at the first fault, with all that was done until then. */
export async function takeSteps(walk: Walk, count: number): Promise<void> {
  for (let step = 1; step <= count; step++) {
    const [name, take] = walk.random.weighted(steps);
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
  const archive = archiveOf(entries, walk.loopback.requests);
  const requests = walk.loopback.requests.slice(from).filter((request) => !isAside(request));
  return [
    ...walk.loopback.violations.map(
      ({ request, violation }) => `request ${request.index}: ${violation.message}`,
    ),
    ...walk.complaints,
    ...archive.reused.map((ref) => `${ref} was given to two calls`),
    ...requests.flatMap((request) => faultsOfRequest(request, archive)),
  ];
}

const toldOf = (request: RecordedRequest): string => {
  const { index, model, outcome, reply } = request;
  const calls = (reply?.toolCalls ?? []).map(({ name }) => name).join(" ");
  return `    ${index} ${model}${isAside(request) ? " (aside)" : ""} ${outcome}: ${calls} ${reply?.text ?? ""}`;
};
