import type { Messages } from "../../src/model/message.ts";
import type { Host } from "./host-transforms.ts";
import { HOST_THROWS } from "./judge.ts";
import { responsesInput, responsesModel } from "./responses-input.ts";
import { responsesViolations } from "./strict/responses.ts";
import type { MadeWith } from "./strict/responses-reasoning.ts";
import type { Json, Violation } from "./strict/violation.ts";

/**
 * What OpenAI's Responses API would refuse in the messages as a host sends them, one line per fault, sorted. Lines name
 * ids and contents but no positions, so that the faults of two lists can be compared.
 */
export function responsesFaults(host: Host, messages: Messages, made: MadeWith): readonly string[] {
  const input = inputOf(host, messages);
  if (input === undefined) return [HOST_THROWS];
  // Nothing to say is nothing that a request could be made of, pruned or not.
  if (input.length === 0) return [];
  const body = { model: responsesModel.id, store: false, input };
  return [...responsesViolations(body, made)].map((violation) => line(violation, input)).sort();
}

function inputOf(host: Host, messages: Messages): readonly Json[] | undefined {
  try {
    return responsesInput(host, messages);
  } catch {
    return undefined;
  }
}

function line({ message, param = "" }: Violation, input: readonly Json[]): string {
  const position = /^input\[(\d+)\]/.exec(param)?.[1];
  const text = message.replaceAll(/input\[\d+\]/g, "input").replaceAll(OWN_ID, "msg_#");
  return position === undefined ? text : `${text} ${named(input[Number(position)] ?? {})}`;
}

// Texts without an id get one from their position, which is another one behind a compressed chain.
const OWN_ID = /\bmsg_(pi_)?\d+(_\d+)?\b/g;

const named = ({ type, role, call_id, content }: Json): string =>
  JSON.stringify(call_id === undefined ? [role, content] : [type, call_id]).slice(0, 80);
