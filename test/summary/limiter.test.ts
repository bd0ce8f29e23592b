import { describe, expect, it } from "vitest";
import { Limiter } from "../../src/summary/limiter.ts";

/** Work that stays open until it is told to end, and the names of what was begun. */
function desk(limit: () => number) {
  const limiter = new Limiter(limit);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, signal?: AbortSignal) =>
    limiter.run(() => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    }, signal);
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, start, end };
}

describe("Limiter", () => {
  it.each([
    { limit: 1, most: 1 },
    { limit: 3, most: 3 },
    { limit: 99, most: 6 },
    { limit: 0, most: 1 },
    { limit: Number.NaN, most: 1 },
  ])("has $most of 6 open with a limit of $limit, and begins them in order", async ({ limit, most }) => {
    const { begun, start, end } = desk(() => limit);
    const names = ["a", "b", "c", "d", "e", "f"];
    const all = names.map((name) => start(name));
    for (const [index, name] of names.entries()) {
      expect(begun).toEqual(names.slice(0, index + most));
      await end(name);
    }
    expect(await Promise.all(all)).toEqual(names);
  });

  it("goes by the limit as it is now", async () => {
    let limit = 2;
    const { begun, start, end } = desk(() => limit);
    for (const name of ["a", "b", "c", "d", "e"]) void start(name);
    limit = 1;
    await end("a");
    expect(begun).toEqual(["a", "b"]);
    limit = 3;
    await end("b");
    expect(begun).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("gives up a place in the queue when the signal comes, and counts what failed as ended", async () => {
    const { begun, start, end } = desk(() => 1);
    const abort = new AbortController();
    void start("a");
    void start("b", abort.signal);
    void start("c");
    abort.abort();
    await end("b");
    expect(begun).toEqual(["a", "b"]);
    await end("a");
    expect(begun).toEqual(["a", "b", "c"]);

    const limiter = new Limiter(() => 1);
    const failed = limiter.run(() => Promise.reject(new Error("no")));
    const next = limiter.run(() => "yes");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
