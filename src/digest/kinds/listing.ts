import { FIRST, type Findings, findings, type Point } from "../findings.ts";
import { chunks, groupBy } from "../group.ts";
import { foldNumbered } from "../numbered.ts";
import type { Source } from "../source.ts";
import { type Entry, entriesIn } from "./entries.ts";

const NAMES_PER_LINE = 40;
const LINE_CHARS = 1500;
const MAX_EXTENSIONS = 8;
// Beyond these not all names fit, and those that matter are listed by themselves.
const MAX_ENTRIES = 150;

/** A listing of files: how many entries of what kinds, and the names, folder by folder, with paths written once. */
export function listing({ lines }: Source): Findings {
  const entries = entriesIn(lines);
  const total = `${entries.length} ${entries.length === 1 ? "entry" : "entries"}${kindsOf(entries)}`;
  const shown = [...groupBy(entries, ({ folder }) => folder)].flatMap(([folder, found]) =>
    showFolder(folder, found),
  );
  return findings({
    keep: [{ line: FIRST, text: total }, ...shown],
    quotes: false,
    names: entries.length > MAX_ENTRIES ? "all" : "none",
  });
}

function showFolder(folder: string, entries: readonly Entry[]): readonly Point[] {
  const label = folder === "" ? "" : `${folder}: `;
  const names = foldNumbered(entries.map(({ name }) => name));
  const line = entries[0]?.line ?? 0;
  return chunks(names, NAMES_PER_LINE).map((part) => ({
    line,
    text: `${label}${part.join(" ")}`,
    most: LINE_CHARS,
  }));
}

function kindsOf(entries: readonly Entry[]): string {
  const counts = new Map<string, number>();
  for (const { name } of entries) {
    const extension = extensionOf(name);
    if (extension !== "") counts.set(extension, (counts.get(extension) ?? 0) + 1);
  }
  const common = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, MAX_EXTENSIONS);
  return common.length === 0
    ? ""
    : `: ${common.map(([extension, count]) => `${count} ${extension}`).join(", ")}`;
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 && name.length - dot <= 7 && !name.endsWith("/") ? name.slice(dot) : "";
}
