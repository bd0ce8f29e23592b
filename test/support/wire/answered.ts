import type { RecordedRequest } from "../loopback/script.ts";
import { type Answer, answersIn, type WrittenSession } from "./written-sessions.ts";

/** A request, and where the answer to it stands. */
export interface Answered {
  readonly request: RecordedRequest;
  readonly answer: Answer;
}

/** Turns of an agent with the answers that stand in a session, in order. */
export function answered(
  requests: readonly RecordedRequest[],
  sessions: readonly WrittenSession[],
): readonly Answered[] {
  const answers = answersIn(sessions);
  let earliest = 0;
  return requests.flatMap((request) => {
    // An answer carries the time at which its request began.
    const answer = answers.findLast(({ message }) => message.timestamp <= request.arrivedAt);
    const isOwn = answer && answer.message.timestamp >= earliest && answer.message.model === request.model;
    earliest = request.arrivedAt;
    return isOwn && isTurn(request) ? [{ request, answer }] : [];
  });
}

// Compactions, branch summaries and the pruner's own requests have no tools.
const isTurn = ({ body }: RecordedRequest): boolean => Array.isArray(body.tools) && body.tools.length > 0;
