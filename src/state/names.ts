import type { EntryData, MadeRange, MadeText, PruneEntry } from "../model/entries.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import { keyOfRecord } from "../model/record.ts";
import { nameNumber } from "../model/refs.ts";
import type { PruneState } from "./state.ts";

/** Numbers that no entry of the whole session file has used, and what it holds already, whatever branch it is on. */
export interface FileNames {
  nextRef: number;
  nextBlock: number;
  readonly diagnosed: Set<string>;
  /** Texts that were paid for, each for all that it was made from and for nothing else. */
  readonly texts: Map<OccurrenceKey, MadeText>;
  /** The same for chains, by the summaries. */
  readonly ranges: Map<string, MadeRange>;
}

/** What need not be paid for again, and the calls that were passed over with what was. */
export type Kept = Pick<FileNames, "texts" | "ranges"> & Readonly<Pick<PruneState, "skips">>;

/**
 * Names in use anywhere in the file: branch summaries carry refs across branches, so a number is never used twice. A
 * fork leaves the entries of other branches behind, so that only the `summaries` of the host still say what was used.
 */
export function namesInFile(entries: Iterable<PruneEntry>, summaries: Iterable<string> = []): FileNames {
  const names: FileNames = {
    nextRef: 1,
    nextBlock: 1,
    diagnosed: new Set(),
    texts: new Map(),
    ranges: new Map(),
  };
  for (const entry of entries) noteNames(names, entry);
  for (const text of summaries) for (const [name] of text.matchAll(NAME)) noteName(names, name);
  return names;
}

// A word that is no name costs a gap, which harms nothing; longer numbers than any session reaches would stay for good.
const NAME = /\b[tb][1-9]\d{0,4}\b/g;

/** Takes note of the names one entry uses. */
export function noteNames(names: FileNames, { type, data }: PruneEntry): void {
  if (type === "context-prune-diagnostic") names.diagnosed.add(`${data.kind}\0${data.key ?? data.detail}`);
  else if (type === "context-prune-chain") noteBlock(names, data.blockId);
  else if (type === "context-prune-texts") noteTexts(names, data);
  for (const ref of refsIn({ type, data } as PruneEntry)) noteRef(names, ref);
}

function noteTexts({ texts, ranges }: FileNames, data: EntryData<"context-prune-texts">): void {
  for (const text of data.calls) texts.set(keyOfRecord(text), text);
  for (const range of data.ranges ?? []) ranges.set(range.hash, range);
}

const noteName = (names: FileNames, name: string): void =>
  name.startsWith("b") ? noteBlock(names, name) : noteRef(names, name);

function noteRef(names: FileNames, ref: string): void {
  names.nextRef = Math.max(names.nextRef, nameNumber(ref) + 1);
}

function noteBlock(names: FileNames, blockId: string): void {
  names.nextBlock = Math.max(names.nextBlock, nameNumber(blockId) + 1);
}

function refsIn({ type, data }: PruneEntry): readonly string[] {
  switch (type) {
    case "context-prune-index": {
      const listed = (data.refs ?? []).map((ref) => (typeof ref === "string" ? ref : ref.shortId));
      return [...data.toolCalls.flatMap(({ ref }) => ref ?? []), ...listed];
    }
    case "context-prune-summary":
      return data.toolCallRefs.map((ref) => ref.shortId);
    case "context-prune-dedup-alias":
      return data.record?.ref ? [data.record.ref] : [];
    case "context-prune-chain":
      return data.toolRefs;
    default:
      return [];
  }
}
