import { workTest } from "../capture/work.ts";
import { keepCalls } from "./stage.ts";

/** Leaves out what an earlier flush dealt with. */
export const trimToFrontier = keepCalls(({ state, settings, branch }) =>
  workTest(
    branch.map(({ message }) => message),
    state,
    settings,
  ),
);
