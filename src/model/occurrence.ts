/**
 * Names one execution of a tool call for the life of a session: `id@resultTimestamp`, and `id@timestamp#n` for
 * the n-th (from 1) further result with the same id and millisecond. Records of old sessions may be keyed by the
 * bare id. A brand, so that a bare id cannot slip into a map by accident.
 */
export type OccurrenceKey = string & { readonly __occurrence: true };

export function occurrenceKey(toolCallId: string, resultTimestamp?: number, ordinal = 0): OccurrenceKey {
  if (resultTimestamp === undefined) return toolCallId as OccurrenceKey;
  return `${toolCallId}@${resultTimestamp}${ordinal > 0 ? `#${ordinal}` : ""}` as OccurrenceKey;
}

export interface Occurrence {
  readonly toolCallId: string;
  readonly resultTimestamp?: number;
  readonly ordinal: number;
}

/** The reverse of `occurrenceKey`: the last `@digits` is the timestamp, since ids may hold `@` themselves. */
export function parseOccurrenceKey(key: string): Occurrence {
  const parts = /^(.*)@(\d+)(?:#(\d+))?$/s.exec(key);
  if (!parts) return { toolCallId: key, ordinal: 0 };
  return { toolCallId: parts[1] ?? "", resultTimestamp: Number(parts[2]), ordinal: Number(parts[3] ?? 0) };
}

/** Hands out occurrence keys in transcript order, counting results that share id and timestamp. */
export class OccurrenceCounter {
  readonly #seen = new Map<string, number>();

  /** Key and ordinal of the next result with this id and timestamp; without a usable timestamp, the bare id. */
  next(toolCallId: string, timestamp: unknown): { readonly key: OccurrenceKey; readonly ordinal: number } {
    if (typeof timestamp !== "number" || !Number.isFinite(timestamp))
      return { key: occurrenceKey(toolCallId), ordinal: 0 };
    const first = occurrenceKey(toolCallId, timestamp);
    const ordinal = this.#seen.get(first) ?? 0;
    this.#seen.set(first, ordinal + 1);
    return { key: ordinal === 0 ? first : occurrenceKey(toolCallId, timestamp, ordinal), ordinal };
  }

  /** True when more than one result shared this id and timestamp: which is which is then told by content only. */
  hasTwin(toolCallId: string, timestamp: number): boolean {
    return (this.#seen.get(occurrenceKey(toolCallId, timestamp)) ?? 0) > 1;
  }
}
