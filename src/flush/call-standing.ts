import { isAssistant, type Messages } from "../model/message.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import { pairCalls } from "../model/paired-calls.ts";

/** Where a call stands in the session, as far as it decides what may be done to its arguments. */
export interface CallStanding {
  /** Position of its message. */
  readonly assistantIndex: number;
  /** The provider signed the call and wants it back as it was, as long as the turn goes on. */
  readonly isSigned: boolean;
  /** A user message stands behind it: its turn is over. */
  readonly hasUserBehind: boolean;
  /** Assistant messages behind its result. */
  readonly assistantsBehind: number;
}

/** The standing of every answered call, by the occurrence of its result. */
export function callStandings(messages: Messages): ReadonlyMap<OccurrenceKey, CallStanding> {
  const lastUser = messages.findLastIndex((message) => message?.role === "user");
  const assistantsBefore = runningCount(messages);
  const assistants = assistantsBefore.at(-1) ?? 0;
  return new Map(
    pairCalls(messages).map(({ key, call, assistantIndex, resultIndex }) => [
      key,
      {
        assistantIndex,
        isSigned: call.thoughtSignature !== undefined,
        hasUserBehind: assistantIndex < lastUser,
        assistantsBehind: assistants - (assistantsBefore[resultIndex] ?? 0),
      },
    ]),
  );
}

/** For each message, how many assistant messages stand up to and including it. */
function runningCount(messages: Messages): readonly number[] {
  let count = 0;
  return messages.map((message) => {
    if (isAssistant(message)) count++;
    return count;
  });
}
