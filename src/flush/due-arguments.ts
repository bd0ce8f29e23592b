import type { ArgumentString } from "../model/argument-strings.ts";
import type { CapturedCall } from "../model/batch.ts";
import { callStandings } from "./call-standing.ts";
import { dueStrings } from "./condense-arguments.ts";
import type { FlushContext } from "./stage.ts";

/** Tells of each captured call which strings of its arguments a flush may replace now. */
export function dueArguments({
  branch,
  settings,
}: Pick<FlushContext, "branch" | "settings">): (call: CapturedCall) => readonly ArgumentString[] {
  const standings = callStandings(branch.map(({ message }) => message));
  return (call) => dueStrings(call, standings.get(call.key), settings);
}
