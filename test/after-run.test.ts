import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AfterRun } from "../src/after-run.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What a run left, and in which order it was done. */
function left(): { readonly afterRun: AfterRun; readonly done: string[] } {
  const done: string[] = [];
  const afterRun = new AfterRun();
  afterRun.leave({
    tell: () => void done.push("told"),
    prune: async () => void done.push("pruned"),
  });
  return { afterRun, done };
}

it("does nothing before the run is over, then tells at once, and prunes when the host is quiet", async () => {
  const { afterRun, done } = left();
  await vi.runAllTimersAsync();
  expect(done).toEqual([]);
  afterRun.runEnded();
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(["told"]);
  afterRun.runEnded();
  await vi.runAllTimersAsync();
  expect(done).toEqual(["told", "pruned"]);
});

it("does all of it, once, when something comes first", async () => {
  const { afterRun, done } = left();
  afterRun.runEnded();
  await afterRun.begin();
  await afterRun.begin();
  await vi.runAllTimersAsync();
  expect(done).toEqual(["told", "pruned"]);
});

it("prunes what was told when something comes between", async () => {
  const { afterRun, done } = left();
  afterRun.runEnded();
  await vi.advanceTimersByTimeAsync(1);
  await afterRun.begin();
  await vi.runAllTimersAsync();
  expect(done).toEqual(["told", "pruned"]);
});

it("forgets both, told or not", async () => {
  const { afterRun, done } = left();
  afterRun.runEnded();
  afterRun.forget();
  await vi.runAllTimersAsync();
  expect(done).toEqual([]);
  afterRun.leave({ tell: () => void done.push("told"), prune: async () => void done.push("pruned") });
  afterRun.runEnded();
  await vi.advanceTimersByTimeAsync(1);
  afterRun.forget();
  await vi.runAllTimersAsync();
  expect(done).toEqual(["told"]);
});
