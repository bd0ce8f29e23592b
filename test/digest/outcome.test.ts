import { expect, it } from "vitest";
import { outcomeOf } from "../../src/digest/outcome.ts";
import { call } from "./call.ts";

it.each([
  ["all good", false, undefined],
  ["boom\n\n\nCommand exited with code 1", true, "exit 1"],
  ["Command exited with code -9\n", true, "exit -9"],
  ["half an answer\n\nCommand aborted", true, "aborted"],
  ["waiting\n\nCommand timed out after 30 seconds", true, "timed out after 30 s"],
  [
    "Command timed out after 2.5 seconds. The shell exited with code 0 after 1 seconds, but …",
    true,
    "timed out after 2.5 s",
  ],
  ["Command terminated without an exit code", true, "killed"],
  ["ENOENT: no such file", true, "error"],
  ["it says: Command aborted", false, undefined],
  ["Command aborted", false, undefined],
  ["the log said: Command exited with code 3", false, undefined],
  // Host B marks the result as failed beside the text; either alone is enough.
  ["Command exited with code 2", false, "exit 2"],
])("the outcome of %j (error: %j) is %j", (text, isError, outcome) => {
  expect(outcomeOf(call(text, { isError }))).toBe(outcome);
});
