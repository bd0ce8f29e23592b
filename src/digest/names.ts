import { tokenWeight } from "../model/tokens.ts";
import type { Candidate } from "./candidates.ts";
import { foldNumbered } from "./numbered.ts";
import { templateOf } from "./templates.ts";
import { NUMBER, PATH } from "./words.ts";
import { worthOf } from "./worth.ts";

const SEPARATOR_TOKENS = 0.4;
const LABEL_TOKENS = 3;
const LABELS = 3;
// Per token; below, a word is not worth its place.
const LEAST_WORTH = 0.3;
const LINE_NUMBER_TOKENS = 2.8;
// Of words that differ only in a number (`a1`, `a2`, …) the later ones tell less and less.
const MAX_SERIES = 12;

/**
 * Up to three lines that list words of a result: paths, what it defines (with line numbers when `firstLine`, the
 * number of its first line, is given), and other names. Those most likely to be used again are chosen, within `room`
 * tokens, and stand in the order of the text. Numbers alone say nothing and are left to whole lines.
 */
export function nameLines(
  candidates: readonly Candidate[],
  room: number,
  firstLine?: number,
): readonly string[] {
  const chosen = choose(
    candidates.filter(({ kind }) => kind !== NUMBER),
    room - LABELS * LABEL_TOKENS,
  );
  const isDefined = ({ defines }: Candidate) => defines === "body" && firstLine !== undefined;
  const names = chosen.filter((candidate) => candidate.kind !== PATH && !isDefined(candidate));
  return [
    ...labelled("paths:", groupPaths(chosen.filter(({ kind }) => kind === PATH).map(({ word }) => word))),
    ...labelled(
      "defines:",
      chosen.filter(isDefined).map(({ word, line }) => `${word}:${line + (firstLine ?? 0)}`),
    ),
    ...labelled(
      "names:",
      names.map(({ word }) => word),
    ),
  ];
}

const labelled = (label: string, words: readonly string[]) =>
  words.length === 0 ? [] : [`${label} ${words.join(" ")}`];

function choose(candidates: readonly Candidate[], room: number): readonly Candidate[] {
  const series = new Map<number, number>();
  const weighed = candidates.map((candidate, order) => {
    const template = templateOf(candidate.word);
    const place = (series.get(template) ?? 0) + 1;
    series.set(template, place);
    const cost =
      tokenWeight(candidate.word) +
      SEPARATOR_TOKENS +
      (candidate.defines === "body" ? LINE_NUMBER_TOKENS : 0);
    return { candidate, order, cost, worth: worthOf(candidate) / cost / Math.max(1, place - MAX_SERIES) };
  });
  weighed.sort((a, b) => b.worth - a.worth || a.order - b.order);
  let left = room;
  const chosen = weighed.filter(({ cost, worth }) => {
    if (cost > left || worth < LEAST_WORTH) return false;
    left -= cost;
    return true;
  });
  return chosen.sort((a, b) => a.order - b.order).map(({ candidate }) => candidate);
}

const MIN_GROUP = 2;

/** Paths with each folder written once: `src/ui/{footer.ts theme.ts}`. */
export function groupPaths(paths: readonly string[]): readonly string[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const slash = path.lastIndexOf("/", path.length - 2) + 1;
    const folder = path.slice(0, slash);
    const names = folders.get(folder);
    if (names === undefined) folders.set(folder, [path.slice(slash)]);
    else names.push(path.slice(slash));
  }
  return [...folders].flatMap(([folder, names]) => {
    if (folder === "" || names.length < MIN_GROUP) return names.map((name) => `${folder}${name}`);
    return [`${folder}{${foldNumbered(names).join(" ")}}`];
  });
}
