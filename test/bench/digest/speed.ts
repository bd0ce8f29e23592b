import { digestCall } from "../../../src/digest/digest.ts";
import { buildKnowledge } from "../../../src/digest/knowledge.ts";
import { DEFAULT_BUDGET, type DigestCall } from "../../../src/digest/types.ts";
import { tokenWeight } from "../../../src/model/tokens.ts";
import { fixtures } from "../../digest/fixture.ts";
import { contextItems } from "./methods.ts";
import { printTable, quantile } from "./print.ts";
import { type Item, type Result, type Segment, textOfItem } from "./sessions.ts";

const ROUNDS = 25;
const FLUSH_TOKENS = 200_000;
const FLUSH_STEP = 20_000;
const KEPT_RESULTS = 5;

/** CPU time of this process in ms: what other processes do on the machine counts less than with a clock. */
const cpu = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;

/** The shortest of several rounds, in ms. */
function best(work: () => void): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = cpu();
    work();
    shortest = Math.min(shortest, cpu() - start);
  }
  return shortest;
}

const isWhole = (item: Item): item is Result => item.kind === "result" && !item.evicted;

export function printSpeed(segments: readonly Segment[]): void {
  const recorded = segments.flatMap(({ items }) => items.filter(isWhole)).map(({ call }) => call);
  const labelled = fixtures().map(({ call }) => call);
  const digest = (call: DigestCall) => digestCall(call, DEFAULT_BUDGET);
  const rows = [
    speedOf("digests of recorded outputs", recorded, digest),
    speedOf("digests of labelled outputs", labelled, digest),
    // How fast this machine is at the moment: one pass over the same characters.
    speedOf("for comparison: token estimates", [...recorded, ...labelled], ({ text }) => tokenWeight(text)),
  ].filter((row) => row !== undefined);
  printTable("Speed on one core (CPU time, best of 25 rounds)", [
    ["work", "outputs", "MB", "ms", "MB/s"],
    ...rows,
  ]);
  const flushes = flushTimes(segments);
  if (flushes.length === 0) return;
  printTable(
    `A whole flush at ${FLUSH_TOKENS} tokens: what is known of the context, and a digest of all but the latest 5`,
    [
      ["flushes", "p50 ms", "p95 ms", "max ms"],
      [flushes.length, ...[0.5, 0.95, 1].map((share) => quantile(flushes, share).toFixed(1))],
    ],
  );
}

function speedOf(
  name: string,
  calls: readonly DigestCall[],
  work: (call: DigestCall) => unknown,
): readonly (string | number)[] | undefined {
  if (calls.length === 0) return undefined;
  const megabytes = calls.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
  const ms = best(() => {
    for (const call of calls) work(call);
  });
  return [name, calls.length, megabytes.toFixed(2), ms.toFixed(1), ((megabytes / ms) * 1000).toFixed(1)];
}

/** CPU times of flushes over contexts of that many tokens, cut from the sessions one after the other, in ms. */
function flushTimes(segments: readonly Segment[]): readonly number[] {
  const items = segments.flatMap((segment) => segment.items);
  const tokens = items.map((item) => tokenWeight(textOfItem(item)));
  const times: number[] = [];
  let sinceLast = FLUSH_STEP;
  for (let start = 0; start < items.length; start++) {
    sinceLast += tokens[start] ?? 0;
    if (sinceLast < FLUSH_STEP) continue;
    sinceLast = 0;
    const end = endOf(tokens, start);
    if (end === undefined) break;
    times.push(flushTime(items.slice(start, end)));
  }
  return times;
}

function endOf(tokens: readonly number[], start: number): number | undefined {
  let total = 0;
  for (let at = start; at < tokens.length; at++) {
    total += tokens[at] ?? 0;
    if (total >= FLUSH_TOKENS) return at + 1;
  }
  return undefined;
}

const FLUSH_ROUNDS = 6;

function flushTime(context: readonly Item[]): number {
  const digested = context.filter(isWhole).slice(0, -KEPT_RESULTS);
  const pruned = new Set(digested.map(({ id }) => id));
  const described = contextItems(context, new Map(), "").map((item) =>
    item.kind === "result" && pruned.has(item.id) ? { ...item, stays: false } : item,
  );
  const rounds = Array.from({ length: FLUSH_ROUNDS }, () => {
    const start = cpu();
    const knowledge = buildKnowledge(described);
    for (const { call, id } of digested) knowledge.learn(digestCall(call, DEFAULT_BUDGET, knowledge.of(id)));
    return cpu() - start;
  });
  return Math.min(...rounds);
}
