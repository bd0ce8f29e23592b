import { describe, expect, it } from "vitest";
import { buildKnowledge } from "../../src/digest/knowledge.ts";
import { hashWord } from "../../src/digest/words.ts";
import { contextItems } from "../../src/flush/context-items.ts";
import type { PruneEntry } from "../../src/model/entries.ts";
import { nameHash } from "../../src/model/hash.ts";
import { type OccurrenceKey, occurrenceKey } from "../../src/model/occurrence.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { fold } from "../../src/state/reducers.ts";
import { chain } from "../render/chains.ts";
import { branchOf } from "../support/branch.ts";
import { assistant, call, calls, type Line, longText, reply, result, user } from "../support/transcript.ts";

const NAMES = ["openLedger", "closeLedger", "sumOfDay", "taxRate", "printBill", "cartTotal", "dueDate"];
const body = `${NAMES.map((name) => `export function ${name}() { return nothing; }`).join("\n")}\n${longText(40)}`;
const keyOf = (id: string, at: number): OccurrenceKey => occurrenceKey(id, at);

const written: Line[] = [
  user("write it", { at: 1 }),
  calls(call("w", "write", { path: "ledger.ts", content: body })),
  result("w", { text: "ok", at: 12 }),
  calls(call("r", "bash", { command: "cat ledger.ts" })),
  result("r", { text: body, at: 14 }),
  reply("done", { at: 20 }),
  user("next", { at: 30 }),
];

interface Given {
  readonly lines: readonly Line[];
  readonly entries?: readonly PruneEntry[];
  readonly leaving?: readonly OccurrenceKey[];
  readonly replaced?: readonly OccurrenceKey[];
}

const itemsOf = ({ lines, entries = [], leaving = [], replaced = [] }: Given) =>
  contextItems({
    branch: branchOf(lines),
    state: fold(entries),
    settings: defaultSettings,
    leaving: new Set(leaving),
    replaced: new Set(replaced),
  });

/** The names that a digest of `r` would not repeat. */
function known(given: Given): readonly string[] {
  const { isKnown } = buildKnowledge(itemsOf(given)).of(keyOf("r", 14));
  return NAMES.filter((name) => isKnown?.(hashWord(name)));
}

const record = (id: string, at: number, given: object): PruneEntry => ({
  type: "context-prune-index",
  data: {
    toolCalls: [
      {
        toolCallId: id,
        toolName: "write",
        args: {},
        resultText: "",
        isError: false,
        resultTimestamp: at,
        ...given,
      } as never,
    ],
  },
});

describe("the words of long arguments", () => {
  const leaving = [keyOf("r", 14)];

  it("stay while the arguments do", () => {
    expect(known({ lines: written, leaving })).toEqual(NAMES);
  });

  it("are gone once they are condensed, but for what stands in their place", () => {
    const effect = {
      path: ["content"],
      text: "2 KB, defines sumOfDay",
      chars: body.length,
      hash: nameHash(body),
    };
    const entries = [record("w", 12, { ref: "t1", arguments: [effect] })];
    expect(known({ lines: written, leaving, entries })).toEqual(["sumOfDay"]);
  });

  it("are gone with the flush that condenses them", () => {
    expect(known({ lines: written, leaving: [...leaving, keyOf("w", 12)] })).toEqual([]);
    expect(known({ lines: written, leaving, replaced: [keyOf("w", 12)] })).toEqual([]);
    expect(known({ lines: written, leaving, entries: [record("w", 12, { ref: "t1" })] })).toEqual([]);
  });
});

describe("the words of a compressed chain", () => {
  const lines: Line[] = [
    user("fix it", { at: 10 }),
    assistant({ text: NAMES.join(" "), calls: ["a"], at: 11 }),
    result("a", { text: longText(40), at: 12 }),
    calls("b"),
    result("b", { text: longText(40, 1), at: 14 }),
    reply("fixed", { at: 20 }),
    user("next", { at: 30 }),
    calls("r"),
    result("r", { text: body, at: 14 }),
    reply("done", { at: 50 }),
  ];

  it("are those of its block", () => {
    const leaving = [keyOf("r", 14)];
    expect(known({ lines, leaving })).toEqual(NAMES);
    const entries = [chain({ rangeSummaryText: "made printBill" })];
    expect(known({ lines, leaving, entries })).toEqual(["printBill"]);
  });
});

it("a result that repeats another one leaves with it, and nothing refers to it", () => {
  const lines = [
    user("read it"),
    calls(call("a", "read", { path: "ledger.ts" })),
    result("a", { text: body, at: 12 }),
    calls(call("r", "read", { path: "ledger.ts" })),
    result("r", { text: body, at: 14 }),
    reply(),
  ];
  const given = { lines, leaving: [keyOf("r", 14)], replaced: [keyOf("a", 12)] };
  expect(known(given)).toEqual([]);
  expect(buildKnowledge(itemsOf(given)).of(keyOf("r", 14)).previousText).toBeUndefined();
});
