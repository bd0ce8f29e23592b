import type { Source } from "./source.ts";

/** A line a digest may hold. `line` is where it stands in the source (0-based); it orders the digest. */
export interface Point {
  readonly line: number;
  readonly text: string;
  /** How long the line may be, in characters, when that is more than usual. */
  readonly most?: number;
}

/** What one kind of tool makes of a result; both lists best first. */
export interface Findings {
  /** What must survive: kept beyond the digest's share, up to its maximum. */
  readonly keep: readonly Point[];
  /** What is worth having while there is room; taken only as far as there is. */
  readonly fill: Iterable<Point>;
  /** The part of the result that what must survive may take, when that is more than the digest's share. */
  readonly keepShare: number;
  /** The part of the digest's share that lines may take; the rest is for names. */
  readonly lineShare: number;
  /** Whether lines that introduce unknown words are worth having as they are. */
  readonly quotes: boolean;
  /** Lines of which neither the words nor the whole are worth having. */
  readonly routine?: ReadonlySet<number>;
  /** Which names found in the text fill what room is left; `words` leaves out paths. */
  readonly names: "all" | "words" | "none";
  /** The number of the text's first line in its file: definitions are listed with their lines then. */
  readonly firstLine?: number;
}

/** Findings of the usual sort: half the room for lines, the rest for names. */
export const findings = (given: Partial<Findings>): Findings => ({
  keep: [],
  fill: [],
  keepShare: 0.7,
  lineShare: 0.5,
  quotes: true,
  names: "all",
  ...given,
});

export type Kind = (source: Source) => Findings;

/** Stands before everything else in the digest. */
export const FIRST = -1;
