/**
 * Names one execution of a tool call for the life of a session: `id@resultTimestamp`, and `id@timestamp#n` for
 * the n-th (from 1) further result with the same id and millisecond. A result without a time has the bare id, the
 * n-th further one `id@#n`; records of old sessions may be keyed by the bare id, too. A brand, so that a bare id cannot
 * slip into a map by accident.
 */
export type OccurrenceKey = string & { readonly __occurrence: true };

export function occurrenceKey(toolCallId: string, resultTimestamp?: number, ordinal = 0): OccurrenceKey {
  const twin = ordinal > 0 ? `#${ordinal}` : "";
  if (resultTimestamp === undefined) return `${toolCallId}${twin && `@${twin}`}` as OccurrenceKey;
  return `${toolCallId}@${resultTimestamp}${twin}` as OccurrenceKey;
}

export interface Occurrence {
  readonly toolCallId: string;
  readonly resultTimestamp?: number;
  readonly ordinal: number;
}

/** The reverse of `occurrenceKey`: the last `@digits` is the timestamp, since ids may hold `@` themselves. */
export function parseOccurrenceKey(key: string): Occurrence {
  const { id, time, twin = 0 } = /^(?<id>.*)@(?=.)(?<time>\d+)?(?:#(?<twin>\d+))?$/s.exec(key)?.groups ?? {};
  if (id === undefined) return { toolCallId: key, ordinal: 0 };
  return {
    toolCallId: id,
    ordinal: Number(twin),
    ...(time !== undefined && { resultTimestamp: Number(time) }),
  };
}

/** Hands out occurrence keys in transcript order, counting results that share id and timestamp. */
export class OccurrenceCounter {
  readonly #seen = new Map<string, number>();

  /** Key and ordinal of the next result with this id and timestamp; without a usable timestamp, by the bare id. */
  next(toolCallId: string, timestamp: unknown): { readonly key: OccurrenceKey; readonly ordinal: number } {
    const time = typeof timestamp === "number" && Number.isFinite(timestamp) ? timestamp : undefined;
    const first = occurrenceKey(toolCallId, time);
    // A bare id may look like another one with its time.
    const name = time === undefined ? first : `${first} `;
    const ordinal = this.#seen.get(name) ?? 0;
    this.#seen.set(name, ordinal + 1);
    return { key: ordinal === 0 ? first : occurrenceKey(toolCallId, time, ordinal), ordinal };
  }

  /** True when more than one result shared this id and timestamp: which is which is then told by content only. */
  hasTwin(toolCallId: string, timestamp: number): boolean {
    return (this.#seen.get(`${occurrenceKey(toolCallId, timestamp)} `) ?? 0) > 1;
  }
}
