import { type Compression, planCompression } from "../chain/compress.ts";
import type { PruneEntry } from "../model/entries.ts";

/** Where the entries of a compression go. */
export interface CompressionTarget {
  readonly write: (entry: PruneEntry) => void;
  /** True once the session, its branch or the flush has ended: then nothing more is written. */
  readonly isOver: () => boolean;
}

/**
 * Compresses the chains that are due and returns their blocks. What makes them recoverable is written before anything
 * waits for a model, and an end in between leaves them raw.
 */
export async function compressChains(
  compression: Compression,
  { write, isOver }: CompressionTarget,
): Promise<readonly string[]> {
  const plan = planCompression(compression);
  for (const entry of plan.backfill) write(entry);
  const entries = await plan.finish();
  if (isOver()) return [];
  for (const entry of entries) write(entry);
  return entries.flatMap((entry) => (entry.type === "context-prune-chain" ? [entry.data.blockId] : []));
}
