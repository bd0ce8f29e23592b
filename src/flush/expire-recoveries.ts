import { captureBranch } from "../capture/capture.ts";
import { QUERY_TOOL } from "../capture/read-batches.ts";
import { type CapturedBatch, type CapturedCall, resultChars } from "../model/batch.ts";
import type { BranchMessage } from "../model/branch.ts";
import type { ToolCallRecord } from "../model/entries.ts";
import { isAnswer } from "../model/message.ts";
import { recordOfCall } from "../model/record.ts";
import { shortRef } from "../model/refs.ts";
import { head, wellFormed } from "../model/text.ts";
import { namedIn, textIn } from "../recovery/named.ts";
import type { Settings } from "../settings/schema.ts";
import type { PruneState } from "../state/state.ts";

/** Recovered text that stays whatever its age, in characters: a run of one prompt would keep everything otherwise. */
const GRACE_CHARS = 60_000;
const NAMES_CHARS = 200;

export interface Recoveries {
  readonly branch: readonly BranchMessage[];
  readonly state: Readonly<PruneState>;
  readonly settings: Pick<Settings, "recoveryGraceTurns">;
}

/**
 * Records that take recovered outputs out of the context once their grace is over: more than `recoveryGraceTurns` user
 * messages after them, or when newer ones fill the room there is. One line stays, which names what was recovered. Such a
 * record has no ref: the originals keep theirs, and asking again is one call.
 */
export function expireRecoveries({ branch, state, settings }: Recoveries): ToolCallRecord[] {
  const ages = userMessagesBehind(branch);
  const lastAnswer = branch.findLastIndex(({ message }) => isAnswer(message));
  let room = settings.recoveryGraceTurns === 0 ? 0 : GRACE_CHARS;
  const records: ToolCallRecord[] = [];
  for (const { call, batch } of queriesIn(branch).reverse()) {
    const at = ages.get(call.entryId ?? "");
    if (!at || at.index >= lastAnswer || state.records.has(call.key)) continue;
    room -= resultChars(call);
    const isOver = at.age > settings.recoveryGraceTurns || room < 0;
    const record = isOver ? expiredRecord(call, batch) : undefined;
    if (record) records.push(record);
  }
  return records.reverse();
}

function queriesIn(branch: readonly BranchMessage[]) {
  const batches = captureBranch(branch.filter(({ inContext }) => inContext));
  return batches.flatMap((batch) =>
    batch.calls.flatMap((call) => (call.toolName === QUERY_TOOL && !call.isError ? [{ call, batch }] : [])),
  );
}

function userMessagesBehind(branch: readonly BranchMessage[]) {
  const total = branch.filter(({ message }) => message.role === "user").length;
  let before = 0;
  return new Map(
    branch.map(({ message, entryId }, index) => {
      if (message.role === "user") before++;
      return [entryId, { index, age: total - before }] as const;
    }),
  );
}

function recoveredOf(args: CapturedCall["args"]): string {
  const names = namedIn(args).join(", ");
  const pattern = textIn(args.pattern);
  const asked = names === "*" && pattern !== undefined ? `all for pattern ${pattern}` : names;
  return asked === "" ? "" : ` of ${wellFormed(head(asked.replace(/\s+/g, " "), NAMES_CHARS))}`;
}

/** Undefined when the line would not be shorter. */
function expiredRecord(call: CapturedCall, batch: CapturedBatch): ToolCallRecord | undefined {
  const stub = `[pruned · what ${QUERY_TOOL} recovered${recoveredOf(call.args)} · ask again if needed]`;
  if (stub.length >= resultChars(call)) return undefined;
  // Neither named nor compared with other outputs.
  const { ref: _ref, contentHash: _hash, ...record } = recordOfCall(call, batch, shortRef(1));
  return { ...record, stub };
}
