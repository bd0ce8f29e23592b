import { type Compression, planCompression } from "../chain/compress.ts";
import type { PruneEntry } from "../model/entries.ts";
import { statsEntry } from "../state/stats-entry.ts";

/** Where the entries of a compression go. */
export interface CompressionTarget {
  readonly write: (entry: PruneEntry) => void;
  /** The session or its branch has ended meanwhile: nothing more is written. */
  readonly isOver: () => boolean;
  /** Neither has, nor was the work broken off. */
  readonly mayWrite: () => boolean;
}

/**
 * Compresses the chains that are due and returns their blocks. What makes them recoverable is written before anything
 * waits for a model, and an end in between leaves them raw. What a person breaks off was paid for all the same.
 */
export async function compressChains(
  compression: Compression,
  { write, isOver, mayWrite }: CompressionTarget,
): Promise<readonly string[]> {
  const plan = planCompression(compression);
  for (const entry of plan.backfill) write(entry);
  const { entries, usage } = await plan.finish();
  if (isOver()) return [];
  const kept = mayWrite() ? entries : statsEntry(usage, compression.state);
  for (const entry of kept) write(entry);
  return kept.flatMap((entry) => (entry.type === "context-prune-chain" ? [entry.data.blockId] : []));
}
