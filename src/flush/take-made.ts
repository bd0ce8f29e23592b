import { type CapturedCall, resultChars } from "../model/batch.ts";
import type { Job, Stage } from "./stage.ts";

/** Leaves calls whose texts are still being made for another flush: they stay work, and nothing is recorded of them. */
export const takeMade: Stage = (jobs, { only }) => {
  if (!only) return jobs;
  return jobs.flatMap((job): readonly Job[] => {
    if (job.status !== "pending") return [job];
    const calls = job.batch.calls.filter((call) => only(call, job.batch));
    if (calls.length === job.batch.calls.length) return [job];
    return calls.length > 0 ? [{ ...job, batch: { ...job.batch, calls } }] : [];
  });
};

/** A flush that need not wait is worth its rewrite when so much of what it would take has its text. */
const ENOUGH = 0.5;

/** Whether the calls that have their texts are enough for a flush of all of them. */
export const isEnough = (made: readonly CapturedCall[], all: readonly CapturedCall[]): boolean =>
  charsOf(made) >= ENOUGH * charsOf(all);

const charsOf = (calls: readonly CapturedCall[]): number =>
  calls.reduce((sum, call) => sum + resultChars(call), 0);
