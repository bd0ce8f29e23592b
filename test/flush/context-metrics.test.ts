import { describe, expect, it } from "vitest";
import { type ContextMetrics, computeContextMetrics } from "../../src/flush/context-metrics.ts";
import { occurrenceKey } from "../../src/model/occurrence.ts";
import { createProtection } from "../../src/settings/protection.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { emptyState } from "../../src/state/state.ts";
import {
  assistant,
  call,
  calls,
  compactionSummary,
  type Line,
  reply,
  result,
  transcript,
  user,
} from "../support/transcript.ts";

const measure = (lines: readonly Line[], state = emptyState()): ContextMetrics =>
  computeContextMetrics({
    messages: transcript(lines),
    state,
    settings: { ...defaultSettings, protectedTools: ["recall"] },
    isProtected: createProtection({ ...defaultSettings, protectedTools: ["recall"] }, "/project"),
  });

const thinking = (chars: number, made: readonly string[] = []) =>
  assistant({ thinking: "x".repeat(chars), calls: made });
const text = (chars: number) => "x".repeat(chars);

describe("thinking of the open cycle", () => {
  it.each<readonly [string, readonly Line[], number]>([
    ["is that behind the last final reply", [user(), thinking(400, ["a"]), result("a")], 100],
    ["starts anew with a final reply", [user(), thinking(400, ["a"]), result("a"), reply()], 0],
    [
      "is that of all runs since then",
      [reply(), user(), thinking(400, ["a"]), result("a"), user(), thinking(200, ["b"])],
      150,
    ],
    ["goes on behind a reply that failed", [thinking(400, ["a"]), reply("so", { stopReason: "error" })], 100],
    ["ends with a reply that was cut off", [thinking(400, ["a"]), reply("so", { stopReason: "length" })], 0],
    ["is nothing in an empty context", [], 0],
  ])("%s", (_, lines, expected) => {
    expect(measure(lines).openCycleThinkingTokens).toBe(expected);
  });
});

describe("the share of the largest chain", () => {
  it.each<readonly [string, readonly Line[], number]>([
    ["is nothing in an empty context", [], 0],
    [
      "is everything in a session of one chain",
      [user("go"), calls("a"), result("a", { text: text(999) })],
      100,
    ],
    [
      "is that of a finished chain where the rest is smaller",
      [user(text(50)), reply(text(50)), user(text(30)), reply(text(270)), user(text(100))],
      60,
    ],
    ["is that of what is open where that is larger", [user(text(50)), reply(text(50)), user(text(400))], 80],
    [
      "counts an interrupted chain both alone and as open",
      [reply(text(100)), user(text(200)), user(text(200))],
      80,
    ],
    ["counts a compaction's summary", [compactionSummary(text(900)), user(text(50)), reply(text(50))], 90],
  ])("%s", (_, lines, expected) => {
    expect(measure(lines).largestChainSharePct).toBe(expected);
  });
});

describe("the frontier gap", () => {
  const lines = [
    user(),
    calls("a", "b", call("c", "recall"), call("d", "context_tree_query")),
    ...["a", "b", "c", "d"].map((id) => result(id, { text: text(400) })),
    result("orphan", { text: text(400) }),
    reply(),
  ];

  it("is what a flush could take: not protected, not recovered, answering a call", () => {
    expect(measure(lines).frontierGapTokens).toBe(200);
  });

  it("loses what was indexed, and what was skipped as long as the skip holds", () => {
    const state = emptyState();
    const messages = transcript(lines);
    const at = (id: string) => {
      const found = messages.find((message) => message.role === "toolResult" && message.toolCallId === id);
      return occurrenceKey(id, found?.timestamp);
    };
    state.records.set(at("a"), { toolCallId: "a", toolName: "bash" });
    expect(measure(lines, state).frontierGapTokens).toBe(100);
    const because = { setting: "digest", value: defaultSettings.digest };
    state.skips.set(at("b"), { toolCallId: "b", reason: "oversized", because });
    expect(measure(lines, state).frontierGapTokens).toBe(0);
    state.skips.set(at("b"), { toolCallId: "b", reason: "oversized", because: { ...because, value: 1 } });
    expect(measure(lines, state).frontierGapTokens).toBe(100);
  });
});

it("takes a message of any shape", () => {
  const odd = [null, { role: "assistant" }, { role: "assistant", content: [null] }, { role: "toolResult" }];
  expect(
    computeContextMetrics({
      // Old files and other extensions deliver what the types rule out.
      messages: odd as never,
      state: emptyState(),
      settings: defaultSettings,
      isProtected: () => false,
    }),
  ).toEqual({ openCycleThinkingTokens: 0, largestChainSharePct: 0, frontierGapTokens: 0 });
});
