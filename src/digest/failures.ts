import type { Point } from "./findings.ts";
import { type Located, locate } from "./locate.ts";
import { complaintIn, isReport, troubleIn } from "./signals.ts";
import { foldPoints } from "./templates.ts";

export interface Troubles {
  /** Lines that report failures: those that name a place first. */
  readonly reports: readonly Point[];
  /** Lines that only mention trouble, and what package managers say around the failure of a script. */
  readonly mentions: readonly Point[];
  readonly warnings: readonly Point[];
}

interface Trouble extends Point, Located {
  readonly rank: number;
  readonly warning: boolean;
}

const LOCATED = 0;
const REPORTED = 1;
const MENTIONED = 2;
const NOISE = 3;

/**
 * The lines of an output that say what went wrong and where; each message once per file, with all its places. Lines
 * that are `told` already are left out.
 */
export function troublesIn(lines: readonly string[], told: ReadonlySet<number> = new Set()): Troubles {
  const { troubles, headings } = rawTroubles(lines, new Set(told));
  const merged = withoutRepetitions(troubles);
  const failures = merged
    .filter(({ warning }) => !warning)
    .sort((a, b) => a.rank - b.rank || a.line - b.line);
  const reports = failures.filter(({ rank }) => rank <= REPORTED);
  return {
    reports: reports.length === 0 ? [] : [...headings, ...reports],
    mentions: failures.filter(({ rank }) => rank > REPORTED),
    warnings: merged.filter(({ warning }) => warning),
  };
}

function rawTroubles(
  lines: readonly string[],
  told: Set<number>,
): {
  troubles: readonly Trouble[];
  headings: readonly Point[];
} {
  const troubles: Trouble[] = [];
  const headings = new Map<number, Point>();
  let heading: Point | undefined;
  for (const [line, raw] of lines.entries()) {
    if (isHeading(raw)) heading = { line, text: raw };
    const trouble = told.has(line) ? undefined : troubleAt(lines, line, heading);
    if (trouble === undefined) continue;
    troubles.push(trouble);
    if (trouble.below !== undefined) told.add(trouble.below);
    if (!trouble.warning && heading !== undefined && isUnderHeading(raw)) headings.set(heading.line, heading);
  }
  return { troubles, headings: [...headings.values()] };
}

function troubleAt(lines: readonly string[], line: number, heading: Point | undefined): Trouble | undefined {
  const raw = lines[line] ?? "";
  if (isQuotedSource(raw)) return undefined;
  const trouble = troubleIn(raw) ?? (startsLocated(raw) ? "failure" : undefined);
  if (trouble === undefined) return undefined;
  const located = isUnderHeading(raw) ? plainly(raw, heading) : locate(lines, line);
  return { line, ...located, rank: rankOf(located), warning: trouble === "warning" };
}

// eslint and its kin name the file once, above its messages.
const isHeading = (line: string): boolean =>
  line.length < 300 &&
  line.charCodeAt(0) > 32 &&
  !line.includes(" ") &&
  (line.includes("/") || line.includes("."));

const isUnderHeading = (line: string) => /^ {1,8}\d{1,7}:\d{1,5} /.test(line.slice(0, 24));

function plainly(line: string, heading: Point | undefined): Located {
  const text = `  ${line.trim().replace(/ {2,}/g, " ")}`;
  return { text, key: `${heading?.line}\0${text}`, places: [text] };
}

// `> 12 |   throw new Error("…")`: a line of the source, shown beside a message.
const isQuotedSource = (line: string) => /^[ >]{0,8}\d{1,6} [|│]/.test(line.slice(0, 20));

const LOCATED_START = /^[^\s:()]{1,200}[.\w](?::\d{1,7}:\d{1,5}[: ]|\(\d{1,7},\d{1,5}\)|:\d{1,7}$)/;

// Two numbers make it a compiler's place; one alone is what `grep -n` prints, unless nothing follows it.
function startsLocated(line: string): boolean {
  const mark = line.search(/[:(]/);
  const next = line.charCodeAt(mark + 1);
  return mark > 1 && next >= 48 && next <= 57 && LOCATED_START.test(line.slice(0, 240));
}

function rankOf({ text, places }: Located): number {
  if (isNoise(text)) return NOISE;
  if (places.length > 0) return LOCATED;
  return isReport(text) ? REPORTED : MENTIONED;
}

const isNoise = (text: string) =>
  /^(?:npm (?:err!|error|warn)|command failed|error command failed|elifecycle|lerna err|traceback \()/i.test(
    text.slice(0, 40),
  );

const MAX_PLACES = 40;

function withoutRepetitions(troubles: readonly Trouble[]): readonly Trouble[] {
  const byMessage = new Map<string, Trouble & { places: string[] }>();
  for (const trouble of troubles) {
    const seen = byMessage.get(trouble.key);
    if (seen === undefined) byMessage.set(trouble.key, { ...trouble, places: [...trouble.places] });
    else addPlaces(seen.places, trouble.places);
  }
  const merged = [...byMessage.values()];
  return [
    ...merged.filter(({ rank }) => rank === LOCATED).map(withPlaces),
    ...foldPoints(
      merged.filter(({ rank }) => rank !== LOCATED),
      ({ text }) => complaintIn(text),
    ),
  ];
}

function addPlaces(places: string[], more: readonly string[]): void {
  for (const place of more) if (!places.includes(place) && places.length < MAX_PLACES) places.push(place);
}

function withPlaces(trouble: Trouble): Trouble {
  const [, ...others] = trouble.places;
  return others.length === 0 ? trouble : { ...trouble, text: `${trouble.text} (also ${others.join(" ")})` };
}
