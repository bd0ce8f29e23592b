import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallDeadline } from "../../src/host/call-deadline.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const LIMITS = { idleMs: 20_000, totalMs: 180_000 };

describe("CallDeadline", () => {
  it("expires when nothing arrives, and aborts its signal", async () => {
    const deadline = new CallDeadline(LIMITS, undefined);
    vi.advanceTimersByTime(19_999);
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await deadline.expired).toEqual({ reason: "stalled", message: "stalled (no output for 20s)" });
    expect(deadline.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("expires in all, however often something arrives", async () => {
    const deadline = new CallDeadline(LIMITS, undefined);
    for (let at = 0; at < 180_000; at += 19_000) {
      deadline.touch();
      vi.advanceTimersByTime(19_000);
    }
    expect(await deadline.expired).toEqual({ reason: "stalled", message: "exceeded 180s ceiling" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has no limits that are switched off", () => {
    const deadline = new CallDeadline({ idleMs: 0, totalMs: 0 }, undefined);
    deadline.touch();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(["before", "after"])(
    "follows the caller's signal when it aborts %s the call begins",
    async (when) => {
      const caller = new AbortController();
      if (when === "before") caller.abort();
      const deadline = new CallDeadline(LIMITS, caller.signal);
      caller.abort();
      expect(await deadline.expired).toEqual({ reason: "aborted", message: "aborted" });
      expect(deadline.signal.aborted).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it("leaves nothing behind when it is stopped", () => {
    const caller = new AbortController();
    const deadline = new CallDeadline(LIMITS, caller.signal);
    deadline.stop();
    caller.abort();
    expect(vi.getTimerCount()).toBe(0);
    expect(deadline.signal.aborted).toBe(false);
  });
});
