import { keepCalls } from "./stage.ts";

/** Protected calls never become work, whatever they were when they were captured. */
export const protect = keepCalls(
  ({ isProtected }) =>
    (call) =>
      !isProtected(call.toolName, call.args),
);
