import { describe, expect, it } from "vitest";
import type { CallOutcome, Notice } from "../../src/ports.ts";
import {
  COOL_DOWN_MS,
  FallbackController,
  OUTAGE_MS,
  type Route,
  TRUST_MS,
} from "../../src/summary/fallback.ts";
import { fails, says } from "../support/summary.ts";

const ROUTES = { primary: "p/haiku", session: "s/opus" };
const ENTERED = "pi-condense: summarizer model p/haiku failing, using session model s/opus until it recovers";
const RECOVERED = "pi-condense: summarizer model p/haiku recovered";

/** A controller between two models whose health a test sets, with a clock it moves. */
function setUp() {
  const notices: Notice[] = [];
  const clock = { now: 1_000_000 };
  const health: Record<Route, CallOutcome> = { primary: says("ok"), session: says("ok") };
  const calls: Route[] = [];
  let open = 0;
  let most = 0;
  const controller = new FallbackController(
    () => clock.now,
    (notice) => notices.push(notice),
  );
  const attempt = async (route: Route) => {
    calls.push(route);
    most = Math.max(most, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    open--;
    return health[route];
  };
  const run = async (routes: { primary: string; session?: string } = ROUTES, signal?: AbortSignal) => {
    const outcomes = await controller.run(attempt, routes, signal);
    const last = outcomes.at(-1);
    return last === undefined ? "none" : last.kind === "text" ? "text" : last.reason;
  };
  const since = (): readonly Route[] => calls.splice(0);
  return { clock, health, run, since, texts: () => notices.map(({ text }) => text), mostAtOnce: () => most };
}

const many = <T>(count: number, make: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, () => make()));

describe("FallbackController", () => {
  it("uses the primary as long as it answers", async () => {
    const { run, since, texts } = setUp();
    expect([await run(), await run()]).toEqual(["text", "text"]);
    expect(since()).toEqual(["primary", "primary"]);
    expect(texts()).toEqual([]);
  });

  it.each(["transient", "stalled"] as const)(
    "retries a %s failure once on the session's model and stays there",
    async (reason) => {
      const { health, run, since, texts } = setUp();
      health.primary = fails(reason);
      expect(await run()).toBe("text");
      expect(since()).toEqual(["primary", "session"]);
      expect([await run(), await run()]).toEqual(["text", "text"]);
      expect(since()).toEqual(["session", "session"]);
      expect(texts()).toEqual([ENTERED]);
    },
  );

  it.each(["auth", "unusable", "aborted"] as const)("does not fall back for %s", async (reason) => {
    const { health, run, since, texts } = setUp();
    health.primary = fails(reason);
    expect(await run()).toBe(reason);
    health.primary = says("ok");
    expect(await run()).toBe("text");
    expect(since()).toEqual(["primary", "primary"]);
    expect(texts()).toEqual([]);
  });

  it("makes one detection call however many are waiting", async () => {
    const { health, run, since, texts } = setUp();
    health.primary = fails("transient");
    expect(await many(10, run)).toEqual(Array.from({ length: 10 }, () => "text"));
    expect(since().filter((route) => route === "primary")).toEqual(["primary"]);
    expect(texts()).toEqual([ENTERED]);
  });

  it("lets calls run side by side once the model has answered, and for a minute", async () => {
    const { clock, run, mostAtOnce } = setUp();
    await many(4, run);
    expect(mostAtOnce()).toBe(3);
    clock.now += TRUST_MS - 1;
    await many(4, run);
    expect(mostAtOnce()).toBe(4);
  });

  it("probes the primary every ten minutes with one call, whatever the fallback does", async () => {
    const { clock, health, run, since } = setUp();
    health.primary = fails("transient");
    await run();
    health.session = fails("transient");
    since();
    for (let minute = 1; minute <= 25; minute++) {
      clock.now += 60_000;
      await many(2, run);
    }
    expect(since().filter((route) => route === "primary")).toEqual(["primary", "primary"]);
  });

  it("recovers with the first probe that is answered, and says so once", async () => {
    const { clock, health, run, since, texts } = setUp();
    health.primary = fails("transient");
    await run();
    health.primary = says("ok");
    clock.now += COOL_DOWN_MS - 1;
    await run();
    since();
    clock.now += 1;
    expect(await many(3, run)).toEqual(["text", "text", "text"]);
    expect(since().filter((route) => route === "primary").length).toBe(1);
    await run();
    expect(since()).toEqual(["primary"]);
    expect(texts()).toEqual([ENTERED, RECOVERED]);
  });

  it.each(["transient", "auth", "unusable", "context-length"] as const)(
    "serves a probe that ends in %s from the session's model",
    async (reason) => {
      const { clock, health, run, since, texts } = setUp();
      health.primary = fails("transient");
      await run();
      since();
      health.primary = fails(reason);
      clock.now += COOL_DOWN_MS;
      expect(await run()).toBe("text");
      expect(since()).toEqual(["primary", "session"]);
      expect(await run()).toBe("text");
      expect(since()).toEqual(["session"]);
      expect(texts()).toEqual([ENTERED]);
    },
  );

  it("makes no calls for a minute after both models failed, then finds out again", async () => {
    const { clock, health, run, since, texts } = setUp();
    health.primary = fails("transient");
    health.session = fails("stalled");
    expect(await many(5, run)).toEqual(["stalled", "none", "none", "none", "none"]);
    expect(since()).toEqual(["primary", "session"]);
    clock.now += OUTAGE_MS;
    health.primary = says("ok");
    expect(await run()).toBe("text");
    expect(since()).toEqual(["primary"]);
    expect(texts()).toEqual([]);
  });

  it("makes a single call when there is no other model", async () => {
    const { health, run, since } = setUp();
    health.primary = fails("transient");
    expect(await many(4, () => run({ primary: "p/haiku" }))).toEqual(["transient", "none", "none", "none"]);
    expect(since()).toEqual(["primary"]);
  });

  it("tries a prompt that was too long once more on the same model", async () => {
    const { health, run, since } = setUp();
    health.primary = fails("context-length");
    expect(await run()).toBe("context-length");
    expect(since()).toEqual(["primary", "primary"]);
  });

  it("forgets what it knows of a primary that was replaced", async () => {
    const { health, run, since } = setUp();
    health.primary = fails("transient");
    await run();
    since();
    health.primary = says("ok");
    await run({ primary: "p/other", session: "s/opus" });
    expect(since()).toEqual(["primary"]);
  });

  it("leaves the fallback when the session's model is no longer another one", async () => {
    const { health, run, since } = setUp();
    health.primary = fails("transient");
    await run();
    since();
    await run({ primary: "p/haiku" });
    expect(since()).toEqual(["primary"]);
  });

  it("lets go of a waiting call when it is aborted", async () => {
    const { health, run, since } = setUp();
    let answer = (_: CallOutcome) => {};
    const pending = new Promise<CallOutcome>((resolve) => {
      answer = resolve;
    });
    health.primary = pending as unknown as CallOutcome; // `attempt` is async: a promise in its place is awaited.
    const first = run();
    const abort = new AbortController();
    const waiting = run(ROUTES, abort.signal);
    abort.abort();
    expect(await waiting).toBe("aborted");
    answer(says("ok"));
    expect(await first).toBe("text");
    expect(since()).toEqual(["primary"]);
  });

  it("lets another call find out when the first one is aborted", async () => {
    const { health, run, since } = setUp();
    health.primary = fails("aborted");
    const first = run();
    const second = run();
    expect(await first).toBe("aborted");
    health.primary = says("ok");
    expect(await second).toBe("text");
    expect(since()).toEqual(["primary", "primary"]);
  });
});
