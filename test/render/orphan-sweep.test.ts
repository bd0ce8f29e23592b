import { describe, expect, it } from "vitest";
import { sweepOrphanToolResults } from "../../src/render/orphan-sweep.ts";
import type { Diagnostic } from "../../src/render/transform.ts";
import { emptyState } from "../../src/state/state.ts";
import {
  assistant,
  branchSummary,
  calls,
  compactionSummary,
  custom,
  type Line,
  reply,
  result,
  shell,
  strange,
  transcript,
  user,
} from "../support/transcript.ts";

/** Positions of the messages that are left, and what was reported. */
function sweep(...lines: readonly Line[]): { kept: readonly number[]; reported: readonly Diagnostic[] } {
  const messages = transcript(lines);
  const reported: Diagnostic[] = [];
  const kept = sweepOrphanToolResults(messages, { state: emptyState(), report: (it) => reported.push(it) });
  if (kept.length === messages.length) expect(kept).toBe(messages);
  return { kept: kept.map((message) => messages.indexOf(message)), reported };
}

describe("sweepOrphanToolResults", () => {
  it("leaves a sound transcript as it is", () => {
    expect(sweep(user(), calls("a", "b"), result("b"), result("a"), reply())).toEqual({
      kept: [0, 1, 2, 3, 4],
      reported: [],
    });
  });

  it.each<[string, Line]>([
    ["a message of another extension", custom()],
    ["a prompt", user()],
    ["a branch summary", branchSummary()],
    ["a compaction summary", compactionSummary()],
    ["a shell command", shell()],
    ["another reply", reply()],
  ])("takes out only the result that %s cut off from its call", (_name, between) => {
    expect(sweep(user(), calls("x", "y"), result("x"), between, result("y"), reply())).toEqual({
      kept: [0, 1, 2, 3, 5],
      reported: [{ kind: "orphan-sweep", key: expect.stringMatching(/^[0-9a-f]{16}$/), detail: "y" }],
    });
  });

  it.each<[string, Line]>([
    ["an excluded shell command", shell("ls", { excluded: true })],
    ["a system message", strange("system")],
  ])("takes nothing out for %s, which no provider sees there", (_name, between) => {
    expect(sweep(calls("x", "y"), result("x"), between, result("y")).kept).toEqual([0, 1, 2, 3]);
  });

  it("takes out results whose call a compaction took away, recorded or not", () => {
    const { kept } = sweep(
      compactionSummary(),
      result("z"),
      user(),
      calls("x"),
      compactionSummary(),
      result("x"),
      reply(),
    );
    expect(kept).toEqual([0, 2, 3, 4, 6]);
  });

  it.each(["error", "aborted"] as const)(
    "takes out the results of a reply that ended as %s",
    (stopReason) => {
      expect(sweep(user(), assistant({ calls: ["x"], stopReason }), result("x"), user()).kept).toEqual([
        0, 1, 3,
      ]);
    },
  );

  it("keeps the result of a reply that was cut off, when its call is there", () => {
    const cut = (...made: readonly string[]) => assistant({ text: "so", calls: made, stopReason: "length" });
    expect(sweep(user(), cut(), result("x"), user()).kept).toEqual([0, 1, 3]);
    expect(sweep(user(), cut("x"), result("x", { error: true }), user()).kept).toEqual([0, 1, 2, 3]);
  });

  it("keeps both results of an id that one message calls twice, and no third", () => {
    expect(sweep(calls("x", "x"), result("x"), result("x"), result("x")).kept).toEqual([0, 1, 2]);
  });

  it("reports the same key for the same ids, whatever their order", () => {
    const once = sweep(result("x"), result("y")).reported;
    const again = sweep(result("y"), user(), result("x"), user()).reported;
    expect(again).toEqual(once);
    expect(once).toEqual([{ kind: "orphan-sweep", key: expect.any(String), detail: "x, y" }]);
  });
});
