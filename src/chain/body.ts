import type { CapturedCall } from "../model/batch.ts";
import { plural } from "../model/format.ts";
import { imagesOf } from "../model/message.ts";
import { argumentsText, type Item, oneLine } from "./call-items.ts";
import type { ChainRange } from "./detect.ts";

const SHARE = 0.2;
const MIN_CHARS = 500;
const MAX_CHARS = 6000;
const ARGUMENT_CHARS = 200;
const TOOLS_CHARS = 200;
/** Room from which on the first and the last call are told with their arguments. */
const ENDS_ROOM = 1500;

/** Characters a body may have that takes the place of so many. */
export const bodyBudget = (dropped: number): number =>
  Math.min(MAX_CHARS, Math.max(MIN_CHARS, Math.floor(dropped * SHARE)));

/**
 * What a chain did, without a model and without a clock: how many calls of which tools, when, then call by call as much
 * as `budget` characters hold. What is said twice is told once.
 */
export function buildDeterministicBody(chain: ChainRange, items: readonly Item[], budget: number): string {
  const calls = chain.batches.flatMap((batch) => batch.calls);
  const facts = [
    "Deterministic chain compression: a finished task, told from the record. It asks for nothing.",
    `Calls: ${callCounts(calls)}`,
    `Tools: ${oneLine(histogram(calls), TOOLS_CHARS)}`,
    `Span: ${span(chain)}`,
  ];
  const room = budget - lengthOf(facts);
  const whole = listed(items, room);
  if (whole.isWhole) return [...facts, ...whole.lines].join("\n");
  const ends = room < ENDS_ROOM ? [] : [`First: ${callText(calls[0])}`, `Last: ${callText(calls.at(-1))}`];
  return [...facts, ...ends, ...listed(items, room - lengthOf(ends)).lines].join("\n");
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

function callCounts(calls: readonly CapturedCall[]): string {
  const failed = calls.filter((call) => call.isError).length;
  const images = calls.reduce((sum, { content }) => sum + imagesOf(content).length, 0);
  const counts = [String(calls.length)];
  if (failed > 0) counts.push(`${failed} failed`);
  if (images > 0) counts.push(plural(images, "image"));
  return counts.join(", ");
}

/** Tools by how often they were called, then by name. */
function histogram(calls: readonly CapturedCall[]): string {
  const counts = new Map<string, number>();
  for (const { toolName } of calls) counts.set(toolName, (counts.get(toolName) ?? 0) + 1);
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([name, count]) => `${oneLine(name, ARGUMENT_CHARS)} x${count}`)
    .join(", ");
}

function span({ startUserTimestamp, finalAssistantTimestamp }: ChainRange): string {
  const end = finalAssistantTimestamp ?? startUserTimestamp;
  const seconds = Math.max(0, Math.round((end - startUserTimestamp) / 1000));
  return `${time(startUserTimestamp)} -> ${time(end)} (${seconds}s)`;
}

// Old files hold times that no date has.
function time(timestamp: number): string {
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? "unknown" : date.toISOString();
}

const callText = (call: CapturedCall | undefined): string =>
  call
    ? `${oneLine(call.toolName, ARGUMENT_CHARS)} ${oneLine(argumentsText(call.args), ARGUMENT_CHARS)}`
    : "none";

interface Listing {
  readonly lines: readonly string[];
  /** Every item is named. */
  readonly isWhole: boolean;
}

/** The items within `room` characters: their heads first, oldest and latest before the middle, then their lines. */
export function listed(items: readonly Item[], room: number): Listing {
  const shown = headsWithin(items, room);
  const taken = linesWithin(shown.items, room - shown.used);
  const told = (some: readonly Item[]) => some.flatMap((item) => [item.head, ...(taken.get(item) ?? [])]);
  const missing = items.length - shown.items.length;
  const gap = missing === 0 ? [] : [`- ... ${missing} more`];
  const lines = [...told(shown.items.slice(0, shown.gapAt)), ...gap, ...told(shown.items.slice(shown.gapAt))];
  return { lines, isWhole: missing === 0 };
}

/**
 * The lines of items that `room` has place for, without repeats. One line of each at a time, the latest first, so that
 * no long result leaves the others without any.
 */
function linesWithin(items: readonly Item[], room: number): ReadonlyMap<Item, readonly string[]> {
  const taken = new Map<Item, string[]>();
  const said = new Set<string>();
  const latestFirst = room < MIN_LINE_CHARS ? [] : [...items].reverse();
  const open = latestFirst.map((item) => ({ item, lines: item.lines() }));
  let left = room;
  for (let at = 0; left >= MIN_LINE_CHARS && open.some(({ lines }) => at < lines.length); at++)
    for (const { item, lines } of open) {
      const line = lines[at]?.trimEnd();
      if (line === undefined || said.has(line) || line.length + INDENT_CHARS > left) continue;
      said.add(line);
      taken.set(item, [...(taken.get(item) ?? []), `  ${line}`]);
      left -= line.length + INDENT_CHARS;
    }
  return taken;
}

const MIN_LINE_CHARS = 20;
/** What a line takes beside its text: two blanks and a line break. */
const INDENT_CHARS = 3;

interface Heads {
  readonly items: readonly Item[];
  readonly used: number;
  /** Where among the items others are left out, if any are. */
  readonly gapAt: number;
}

function headsWithin(items: readonly Item[], room: number): Heads {
  const all = items.reduce((sum, item) => sum + item.head.length + 1, 0);
  if (all <= room) return { items, used: all, gapAt: 0 };
  let used = GAP_CHARS;
  let [front, back] = [0, items.length];
  while (front < back) {
    const next = items[front <= items.length - back ? front : back - 1]?.head.length ?? 0;
    if (used + next + 1 > room) break;
    used += next + 1;
    if (front <= items.length - back) front++;
    else back--;
  }
  return {
    items: [...items.slice(0, front), ...items.slice(back)],
    used: Math.min(used, room),
    gapAt: front,
  };
}

const GAP_CHARS = 30;
