import { describe, expect, it } from "vitest";
import { protectionEffect, recordedArguments } from "../../src/flush/protection-effect.ts";
import type { PruneEntry, ToolCallRecord } from "../../src/model/entries.ts";
import { createProtection, protectionFingerprint } from "../../src/settings/protection.ts";
import { fold } from "../../src/state/reducers.ts";
import { branchOf } from "../support/branch.ts";
import { call, calls, result, user } from "../support/transcript.ts";

const branch = branchOf([
  user(),
  calls(call("a", "read", { path: "notes/a.md" }), call("b", "bash", { command: "ls" })),
  result("a"),
  result("b"),
  calls(call("c", "read", { path: "b.ts" }), call("d", "read", { path: "notes/d.md" })),
  result("c"),
  result("d"),
]);

const record = (
  toolCallId: string,
  ref: string,
  resultTimestamp: number,
  more: Partial<ToolCallRecord> = {},
) => ({
  toolCallId,
  toolName: toolCallId === "b" ? "bash" : "read",
  ref,
  resultTimestamp,
  stub: "[stub]",
  ...more,
});

const index = (...toolCalls: ToolCallRecord[]): PruneEntry => ({
  type: "context-prune-index",
  data: { toolCalls },
});
const records = index(record("a", "t1", 1002), record("b", "t2", 1003), record("c", "t3", 1005));
const protection = (refs: string[], fingerprint?: string): PruneEntry => ({
  type: "context-prune-effect",
  data: { kind: "protection", refs, ...(fingerprint && { fingerprint }) },
});
const restored = (refs: string[]): PruneEntry => ({
  type: "context-prune-effect",
  data: { kind: "restored", refs },
});

interface Rule {
  readonly tools?: string[];
  readonly paths?: string[];
}

/** What the rule changes after these entries. */
function effect(entries: readonly PruneEntry[], { tools = [], paths = [] }: Rule, fingerprint = "new") {
  const settings = { protectedTools: tools, protectedPaths: paths };
  const isProtected = createProtection(settings, "/project");
  const argumentsOf = recordedArguments(() => branch);
  return protectionEffect({ state: fold(entries), rule: { fingerprint, isProtected }, argumentsOf })?.data;
}

describe("a rule of protection", () => {
  it.each<readonly [string, readonly PruneEntry[], Rule, readonly string[] | undefined]>([
    ["that protects nothing recorded changes nothing", [records], { paths: ["**/*.txt"] }, undefined],
    ["without any record changes nothing", [], { tools: ["read"] }, undefined],
    ["names what its paths match", [records], { paths: ["**/*.md"] }, ["t1"]],
    ["names what its tools made", [records], { tools: ["read"] }, ["t1", "t3"]],
    ["matches absolute patterns", [records], { paths: ["/project/*.ts"] }, ["t3"]],
    ["adds to an earlier one", [records, protection(["t1"], "old")], { tools: ["read"] }, ["t1", "t3"]],
    [
      "lifts what only an earlier one protected",
      [records, protection(["t1", "t3"], "old")],
      { paths: ["*.ts"] },
      ["t3"],
    ],
    ["lifts everything", [records, protection(["t1"], "old")], {}, []],
    ["leaves alone what was restored by hand", [records, restored(["t1"])], { tools: ["read"] }, ["t3"]],
    [
      "takes back what was lifted",
      [records, protection(["t1"]), protection([])],
      { paths: ["**/*.md"] },
      ["t1"],
    ],
    [
      "is noted under its name though it protects the same",
      [records, protection(["t1"], "old")],
      { paths: ["notes/*"] },
      ["t1"],
    ],
    [
      "that is recorded is not recorded again",
      [records, protection(["t1"], "new")],
      { paths: ["notes/*"] },
      undefined,
    ],
    [
      "that is recorded takes in what came later",
      [records, protection([], "new")],
      { paths: ["notes/*"] },
      ["t1"],
    ],
  ])("%s", (_, entries, rule, refs) => {
    expect(effect(entries, rule)).toEqual(
      refs === undefined ? undefined : { kind: "protection", refs, fingerprint: "new" },
    );
  });

  const alias = (original: string, at: number): PruneEntry => ({
    type: "context-prune-dedup-alias",
    data: {
      newToolCallId: "d",
      newResultTimestamp: 1006,
      originalToolCallId: original,
      originalResultTimestamp: at,
      record: record("d", "t4", 1006),
    },
  });

  it("leaves the repeat of an unprotected call a stub, whatever its own arguments", () => {
    expect(effect([records, alias("c", 1005)], { paths: ["notes/d.md"] })).toBeUndefined();
  });

  it("takes the repeat of a protected call with it", () => {
    expect(effect([records, alias("a", 1002)], { paths: ["notes/a.md"] })).toMatchObject({
      refs: ["t1", "t4"],
    });
  });

  it("reads the arguments of the reference's records from the records", () => {
    const old = index(record("z", "t9", 9, { args: { path: "notes/z.md" } }));
    expect(effect([old], { paths: ["notes/*"] })).toMatchObject({ refs: ["t9"] });
  });

  it("judges a call that nobody can read by its tool alone", () => {
    const gone = index(record("z", "t9", 9));
    expect(effect([gone], { paths: ["**"] })).toBeUndefined();
    expect(effect([gone], { tools: ["read"] })).toMatchObject({ refs: ["t9"] });
  });
});

describe("the fingerprint of a rule", () => {
  const settings = { protectedTools: ["a"], protectedPaths: ["b"] };

  it.each([
    ["another tool", { ...settings, protectedTools: ["c"] }, "/project"],
    ["another path", { ...settings, protectedPaths: ["b", "c"] }, "/project"],
    ["the same name in the other list", { protectedTools: ["a", "b"], protectedPaths: [] }, "/project"],
    ["another folder", settings, "/other"],
  ])("is another for %s", (_, changed, cwd) => {
    expect(protectionFingerprint(changed, cwd)).not.toBe(protectionFingerprint(settings, "/project"));
  });

  it("is the same for the same rule", () => {
    expect(protectionFingerprint({ ...settings }, "/project")).toBe(
      protectionFingerprint(settings, "/project"),
    );
  });
});
