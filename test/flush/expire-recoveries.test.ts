import { describe, expect, it } from "vitest";
import { expireRecoveries } from "../../src/flush/expire-recoveries.ts";
import { fold } from "../../src/state/reducers.ts";
import { branchOf } from "../support/branch.ts";
import { assistant, call, calls, type Line, longText, reply, result, user } from "../support/transcript.ts";

const query = (id: string): Line =>
  assistant({ calls: [call(id, "context_tree_query", { toolCallIds: ["t1", "t4"] })] });
const recovered = (id: string, chars = 2000): Line =>
  result(id, { tool: "context_tree_query", text: longText().repeat(100).slice(0, chars) });
const expired = (lines: readonly Line[], recoveryGraceTurns = 3) =>
  expireRecoveries({ branch: branchOf(lines), state: fold([]), settings: { recoveryGraceTurns } });

describe("expireRecoveries", () => {
  it.each([0, 1, 2, 3])("keeps a recovered output for three user messages (%i)", (turns) => {
    const later = Array.from({ length: turns }, () => [user(), reply()]).flat();
    expect(expired([user(), query("q"), recovered("q"), reply(), ...later])).toEqual([]);
  });

  it("leaves one line that names what was recovered, and no ref", () => {
    const later = Array.from({ length: 4 }, () => [user(), reply()]).flat();
    const [record, ...more] = expired([user(), query("q"), recovered("q"), reply(), ...later]);
    expect(more).toEqual([]);
    expect(record?.stub).toBe("[pruned · what context_tree_query recovered of t1, t4 · ask again if needed]");
    expect([record?.ref, record?.contentHash]).toEqual([undefined, undefined]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ toolCallIds: "t7" }, " of t7"],
    [{ ref: "t7" }, " of t7"],
    [{ refs: ["t7", 8] }, " of t7, 8"],
    [{ toolCallIds: '["t7",\n"t9"]' }, ' of ["t7", "t9"]'],
    [{ pattern: "needle" }, " of all for pattern needle"],
    [{ toolCallIds: ["*"], pattern: "needle" }, " of all for pattern needle"],
    [{ toolCallIds: ["t7"], pattern: "needle" }, " of t7"],
    [{}, ""],
  ])("names what was recovered by %j", (args, of) => {
    const asked = assistant({ calls: [call("q", "context_tree_query", args)] });
    const [record] = expired([user(), asked, recovered("q"), reply()], 0);
    expect(record?.stub).toBe(`[pruned · what context_tree_query recovered${of} · ask again if needed]`);
  });

  it("expires at the next flush when there is no grace", () => {
    expect(expired([user(), query("q"), recovered("q"), reply()], 0).length).toBe(1);
  });

  it("never takes what was not read", () => {
    expect(expired([user(), query("q"), recovered("q")], 0)).toEqual([]);
  });

  it("keeps the newest of many in a run of one prompt", () => {
    const many = Array.from({ length: 5 }, (_, at) => [query(`q${at}`), recovered(`q${at}`, 25_000)]).flat();
    expect(expired([user(), ...many, reply()]).map(({ toolCallId }) => toolCallId)).toEqual([
      "q0",
      "q1",
      "q2",
    ]);
  });

  it("leaves the results of other tools alone", () => {
    expect(expired([user(), calls("a"), result("a"), reply()], 0)).toEqual([]);
  });
});
