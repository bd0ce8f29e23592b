import type { Point } from "./findings.ts";
import { type Located, locate } from "./locate.ts";
import { complaintIn, isReport, troubleIn } from "./signals.ts";
import { foldPoints } from "./templates.ts";

export interface Troubles {
  /** Lines that report failures: located ones first, then other reports, then lines that only mention one. */
  readonly failures: readonly Point[];
  /** Warnings, and what package managers say around the failure of a script. */
  readonly others: readonly Point[];
}

interface Trouble extends Point, Located {
  readonly rank: number;
  readonly warning: boolean;
}

/** The lines of an output that say what went wrong and where; each message once per file, with all its places. */
export function troublesIn(lines: readonly string[]): Troubles {
  const troubles = withoutRepetitions(rawTroubles(lines));
  const failures = troubles
    .filter(({ warning }) => !warning)
    .sort((a, b) => a.rank - b.rank || a.line - b.line);
  const warnings = troubles.filter(({ warning }) => warning);
  const noise = failures.filter(({ rank }) => rank === NOISE);
  const real = failures.filter(({ rank }) => rank < NOISE);
  return real.length === 0
    ? { failures: noise, others: warnings }
    : { failures: real, others: [...warnings, ...noise] };
}

function rawTroubles(lines: readonly string[]): readonly Trouble[] {
  const troubles: Trouble[] = [];
  let heading = "";
  for (const [line, raw] of lines.entries()) {
    if (isHeading(raw)) heading = raw.trim();
    const trouble = troubleIn(raw) ?? (startsLocated(raw) ? "failure" : undefined);
    if (trouble === undefined) continue;
    const located = locate(lines, line, heading);
    troubles.push({ line, ...located, rank: rankOf(located), warning: trouble === "warning" });
  }
  return troubles;
}

// eslint and its kin name the file once, above its messages.
const isHeading = (line: string): boolean =>
  line.length < 300 &&
  line.charCodeAt(0) > 32 &&
  !line.includes(" ") &&
  (line.includes("/") || line.includes("."));

// Two numbers make it a compiler's place; one alone is what `grep -n` prints.
const startsLocated = (line: string): boolean =>
  /^[^\s:()]{1,200}[.\w](?::\d{1,7}:\d{1,5}[: ]|\(\d{1,7},\d{1,5}\))/.test(line.slice(0, 240));

const NOISE = 3;

function rankOf({ text, places }: Located): number {
  if (/^npm (?:err!|error|warn)|^(?:error )?Command failed|ELIFECYCLE|^lerna ERR/i.test(text.slice(0, 40)))
    return NOISE;
  if (places.length > 0) return 0;
  return isReport(text) ? 1 : 2;
}

const MAX_PLACES = 40;

function withoutRepetitions(troubles: readonly Trouble[]): readonly Trouble[] {
  const byMessage = new Map<string, Trouble & { places: string[] }>();
  for (const trouble of troubles) {
    const seen = byMessage.get(trouble.key);
    if (seen === undefined) byMessage.set(trouble.key, { ...trouble, places: [...trouble.places] });
    else
      for (const place of trouble.places)
        if (!seen.places.includes(place) && seen.places.length < MAX_PLACES) seen.places.push(place);
  }
  const merged = [...byMessage.values()];
  return [
    ...merged.filter(({ rank }) => rank === 0).map(withPlaces),
    ...foldPoints(
      merged.filter(({ rank }) => rank !== 0),
      ({ text }) => complaintIn(text),
    ),
  ];
}

function withPlaces(trouble: Trouble): Trouble {
  const [, ...others] = trouble.places;
  return others.length === 0 ? trouble : { ...trouble, text: `${trouble.text} (also ${others.join(" ")})` };
}
