import { describe, expect, it } from "vitest";
import { Prefixes, WrittenPrefixes } from "../../src/economics/written-prefixes.ts";
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
const prefixesOf = (given: readonly Line[], namespace: string) => [
  ...new Prefixes().of(transcript(given), namespace),
];
const prefixes = prefixesOf(lines, "model");

describe("prefixes", () => {
  it("are the same where a part is known to be shared", () => {
    const messages = transcript(lines);
    const known = new Prefixes(() => 3);
    known.of(messages.slice(0, 4), "model");
    expect([...known.of(messages, "model")]).toEqual(prefixes);
  });

  it("differ from the first message on that differs", () => {
    const other = prefixesOf(lines.with(2, result("a", { text: "a stub" })), "model");
    expect(other.map((prefix, at) => prefix === prefixes[at])).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it("share nothing with another model", () => {
    const other = new Set(prefixesOf(lines, "other"));
    expect(prefixes.filter((prefix) => other.has(prefix))).toEqual([]);
  });
});

describe("written prefixes", () => {
  it("end where requests ended, and live from the last request that read them", () => {
    const written = new WrittenPrefixes();
    expect(written.isEmpty).toBe(true);
    written.sent(Int32Array.from(prefixes.slice(0, 1)), 0, LIFE);
    written.sent(Int32Array.from(prefixes.slice(0, 3)), 200_000, LIFE);
    written.sent(Int32Array.from(prefixes.slice(0, 5)), 400_000, LIFE);
    const alive = (at: number) => prefixes.map((prefix) => written.holds(prefix, at, LIFE));
    expect(alive(400_000)).toEqual([true, false, true, false, true, false]);
    expect(alive(500_001)).toEqual([false, false, true, false, true, false]);
    expect(alive(700_001)).toEqual(prefixes.map(() => false));
  });

  it("end where the last request ended, as long as the host keeps that warm", () => {
    const written = new WrittenPrefixes();
    written.refreshed(1);
    expect(written.isEmpty).toBe(true);
    written.sent(Int32Array.from(prefixes.slice(0, 1)), 0, LIFE);
    written.sent(Int32Array.from(prefixes.slice(0, 3)), 200_000, LIFE);
    const alive = (at: number) => prefixes.map((prefix) => written.holds(prefix, at, LIFE));
    written.refreshed(470_000);
    written.refreshed(100_000);
    expect(alive(500_001)).toEqual([false, false, true, false, false, false]);
    expect(alive(770_001)).toEqual(prefixes.map(() => false));
  });
});
