import type { Candidate } from "../capture/candidates.ts";
import type { AgentMessage, Messages } from "../model/message.ts";
import type { PruneState } from "../state/state.ts";
import { callStandings } from "./call-standing.ts";
import { type ArgumentSettings, dueChars, dueStrings } from "./condense-arguments.ts";
import { effectPlace } from "./effect-place.ts";

interface DueQuestion {
  readonly messages: Messages;
  readonly state: Readonly<PruneState>;
  readonly settings: ArgumentSettings;
}

/** What the arguments behind a result would lose now. */
interface DueArguments {
  /** Characters, less what stands in their place. */
  readonly due: number;
  /** The message that holds the call. */
  readonly caller: AgentMessage | undefined;
}

/** Tells of each result in a request what a flush would remove of its call's arguments. */
export function dueCandidates(question: DueQuestion): (candidate: Candidate) => DueArguments {
  const { messages, state, settings } = question;
  const standings = callStandings(messages);
  return (candidate) => {
    const { message, args } = candidate;
    const standing = standings.get(candidate.key);
    if (!standing || effectPlace(state, candidate) === "nowhere") return { due: 0, caller: undefined };
    const call = { toolName: message.toolName, args, isError: message.isError === true };
    const due = dueChars(call, dueStrings(call, standing, settings));
    return { due, caller: messages[standing.assistantIndex] };
  };
}
