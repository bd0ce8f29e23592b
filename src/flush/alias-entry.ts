import type { PruneEntry, ToolCallRecord } from "../model/entries.ts";
import { parseOccurrenceKey } from "../model/occurrence.ts";
import type { Alias } from "./stage.ts";

/** The entry of a duplicate: which call it repeats, and a record that shows and recovers its own bytes. */
export function aliasEntry({ record, original }: Alias): PruneEntry {
  const { toolCallId, resultTimestamp, ordinal } = parseOccurrenceKey(original);
  return {
    type: "context-prune-dedup-alias",
    data: {
      ...newNames(record),
      originalToolCallId: toolCallId,
      ...(resultTimestamp !== undefined && { originalResultTimestamp: resultTimestamp }),
      ...(ordinal > 0 && { originalOrdinal: ordinal }),
      record,
    },
  };
}

const newNames = ({ toolCallId, resultTimestamp, ordinal }: ToolCallRecord) => ({
  newToolCallId: toolCallId,
  ...(resultTimestamp !== undefined && { newResultTimestamp: resultTimestamp }),
  ...(ordinal !== undefined && { newOrdinal: ordinal }),
});
