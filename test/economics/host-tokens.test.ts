import { describe, expect, it } from "vitest";
import { hostTokens } from "../../src/economics/host-tokens.ts";
import { compactionSummary, type Line, reply, transcript, user } from "../support/transcript.ts";

const counted = (at?: number): Line =>
  ({
    ...reply("four", at === undefined ? {} : { at }),
    usage: { input: 10, output: 5, cacheRead: 100, cacheWrite: 20, totalTokens: 135 },
  }) as Line;

describe("tokens as the hosts report them", () => {
  it.each<[string, readonly Line[], number | null]>([
    ["an estimate before the first answer", [user("12345678")], 2],
    ["what the provider counted", [user(), counted()], 135],
    ["with an estimate of what came since", [user(), counted(), user("12345678")], 137],
    ["an estimate where answers have no count", [user("1234"), reply("1234")], 2],
    ["nothing between a compaction and the next answer", [compactionSummary("s"), counted(5), user()], null],
    [
      "the count of an answer behind a compaction",
      [compactionSummary("s"), counted(5), user(), counted()],
      135,
    ],
    ["none of those in front of it, which it kept", [user(), compactionSummary("s"), counted(5)], null],
  ])("%s", (_, lines, expected) => {
    expect(hostTokens(transcript(lines))).toBe(expected);
  });
});
