import { expect, it } from "vitest";
import { ResultWatch } from "../../src/flush/result-watch.ts";
import { call, calls, reply, result, transcript, user } from "../support/transcript.ts";

const talk = transcript([user(), reply(), user(), reply()]);
const work = transcript([user(), reply(), user(), calls(call("a", "bash", {})), result("a"), reply()]);

it("finds the first result of a session, and goes on knowing it", () => {
  const results = new ResultWatch();
  expect([results.in(talk), results.in(work), results.in(work), results.in(talk)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it("looks at all of a context that became shorter", () => {
  const results = new ResultWatch();
  expect(results.in(transcript([user(), reply(), user(), reply(), user(), reply(), user()]))).toBe(false);
  expect(results.in(work)).toBe(true);
});

it("knows a session that got its first result out of turn when the next one comes", () => {
  const results = new ResultWatch();
  results.in(talk);
  const [first, ...rest] = work;
  expect(first).toBeDefined();
  expect(results.in([...rest.slice(2, 4), ...talk])).toBe(false);
  expect(results.in([...rest.slice(2, 4), ...talk, ...rest.slice(2, 4)])).toBe(true);
});
