import { describe, expect, it } from "vitest";
import { prefixesOf, WrittenPrefixes } from "../../src/economics/written-prefixes.ts";
import { calls, type Line, reply, result, transcript, user } from "../support/transcript.ts";

const LIFE = 300_000;
const lines: readonly Line[] = [
  user("one"),
  calls("a"),
  result("a", { text: "long" }),
  reply(),
  user("two"),
  reply(),
];
const prefixes = prefixesOf(transcript(lines), "model");

describe("prefixesOf", () => {
  it("differs from the first message on that differs", () => {
    const other = prefixesOf(transcript(lines.with(2, result("a", { text: "a stub" }))), "model");
    expect(other.map((prefix, at) => prefix === prefixes[at])).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it("shares nothing with another model", () => {
    const other = new Set(prefixesOf(transcript(lines), "other"));
    expect(prefixes.filter((prefix) => other.has(prefix))).toEqual([]);
  });
});

describe("written prefixes", () => {
  it("end where requests ended, and live from the last request that read them", () => {
    const written = new WrittenPrefixes();
    expect(written.isEmpty).toBe(true);
    written.sent(prefixes.slice(0, 1), 0, LIFE);
    written.sent(prefixes.slice(0, 3), 200_000, LIFE);
    written.sent(prefixes.slice(0, 5), 400_000, LIFE);
    const alive = (at: number) => prefixes.map((prefix) => written.holds(prefix, at, LIFE));
    expect(alive(400_000)).toEqual([true, false, true, false, true, false]);
    expect(alive(500_001)).toEqual([false, false, true, false, true, false]);
    expect(alive(700_001)).toEqual(prefixes.map(() => false));
  });
});
