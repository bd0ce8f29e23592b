import { recordOf, refOf } from "../state/queries.ts";
import { type Stage, settleCalls } from "./stage.ts";

/** What was recorded before it was protected needs no second record: the one it has is to take effect again. */
export const takeLifted: Stage = (jobs, { state }) =>
  settleCalls(jobs, ({ key }) => {
    const record = state.verbatim.get(key) === "lifted" ? recordOf(state, key) : undefined;
    const ref = refOf(state, key);
    return record && ref !== undefined ? { status: "lifted", record, ref } : undefined;
  });
