import { QUERY_TOOL } from "../capture/read-batches.ts";
import type { CapturedCall } from "../model/batch.ts";
import type { ToolCallRecord, ToolCallRef } from "../model/entries.ts";
import { type OccurrenceKey, parseOccurrenceKey } from "../model/occurrence.ts";
import { recordOfCall } from "../model/record.ts";
import { shortRef } from "../model/refs.ts";
import { isSameContent } from "../model/same-content.ts";
import { indexedKey, recordOf, refOf } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";
import type { ChainRange } from "./detect.ts";

/** What makes every call of a chain recoverable once the chain is out of the context. */
export interface Backfill {
  /**
   * For the calls that have no record, or one of what an edit of the session has redacted since: they say where the
   * session holds them, and change nothing that is shown.
   */
  readonly records: readonly ToolCallRecord[];
  /** Names for recorded calls that had none. */
  readonly refs: readonly ToolCallRef[];
  /** The ref of every call of the chain, by occurrence. */
  readonly refOfKey: ReadonlyMap<OccurrenceKey, string>;
  /** Number of the first ref that is still free. */
  readonly nextRef: number;
}

/**
 * Records and refs for the calls of a chain that lack them, protected ones included; refs go on from `firstRef`. What a
 * query recovered has its own records already. The same chain gives the same again until the records are written, and
 * nothing after that.
 */
export function extractChainRecords(
  chain: ChainRange,
  state: Readonly<PruneState>,
  firstRef: number,
): Backfill {
  const records: ToolCallRecord[] = [];
  const refs: ToolCallRef[] = [];
  const refOfKey = new Map<OccurrenceKey, string>();
  let nextRef = firstRef;
  for (const { batch, call } of archivable(chain)) {
    const known = knownKey(call, chain, state);
    const given = known && refOf(state, known);
    const ref = given ?? shortRef(nextRef++);
    refOfKey.set(call.key, ref);
    const record = state.records.get(call.key);
    if (known === undefined || (record && isSameContent(record, call.content) === false))
      records.push({ ...recordOfCall(call, batch, ref), turnIndex: -1 });
    else if (given === undefined) refs.push(namedRef(ref, known));
  }
  return { records, refs, refOfKey, nextRef };
}

/**
 * The key under which this very call is recorded. A bare record of an old session may be of another call with its id: it
 * counts only for one that has its text, and that no other of the chain could be taken for.
 */
function knownKey(
  { key, toolCallId, content }: CapturedCall,
  chain: ChainRange,
  state: Readonly<PruneState>,
): OccurrenceKey | undefined {
  const known = indexedKey(state, key, toolCallId);
  if (known === undefined || known === key) return known;
  const record = recordOf(state, known);
  const isAlone = archivable(chain).filter(({ call }) => call.toolCallId === toolCallId).length === 1;
  return isAlone && record && isSameContent(record, content) === true ? known : undefined;
}

/** The calls that the archive has to hold. */
export const archivable = ({ batches }: ChainRange) =>
  batches.flatMap((batch) =>
    batch.calls.filter(({ toolName }) => toolName !== QUERY_TOOL).map((call) => ({ batch, call })),
  );

function namedRef(shortId: string, key: OccurrenceKey): ToolCallRef {
  const { toolCallId, resultTimestamp, ordinal } = parseOccurrenceKey(key);
  return {
    shortId,
    toolCallId,
    ...(resultTimestamp !== undefined && { resultTimestamp }),
    ...(ordinal > 0 && { ordinal }),
  };
}
