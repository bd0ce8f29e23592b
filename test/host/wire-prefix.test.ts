import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import { describe, expect, it } from "vitest";
import type { RecordedRequest } from "../support/loopback/script.ts";
import { stablePrefixes } from "../support/wire/stable-prefix.ts";

const STUB = "[pruned · ref `t1`]";

/** A turn that arrives at a time and carries these texts. */
const request = (arrivedAt: number, texts: readonly string[], changed: Record<string, unknown> = {}) =>
  ({
    index: arrivedAt,
    model: "main-1",
    arrivedAt,
    body: {
      tools: [{ name: "bash" }],
      messages: texts.map((content) => ({ role: "user", content })),
      ...changed,
    },
  }) as unknown as RecordedRequest;

type Draft = Readonly<Record<string, unknown>> & { readonly at: number };

const answer = (at: number): Draft => ({
  at,
  type: "message",
  message: { role: "assistant", model: "main-1", timestamp: at - 3, stopReason: "stop" },
});
const own = (at: number, kind: string): Draft => ({
  at,
  type: "custom",
  customType: `context-prune-${kind}`,
});

/** The session of two requests, at 100 and at 200, with these entries among their answers. */
const session = (...drafts: readonly Draft[]) => {
  const all = [...drafts, answer(102), answer(202)].sort((one, other) => one.at - other.at);
  const entries = all.map(({ at, ...entry }, index) => ({
    id: `e${index}`,
    parentId: index === 0 ? null : `e${index - 1}`,
    timestamp: new Date(at).toISOString(),
    ...entry,
  }));
  return [{ path: "x.jsonl", createdAt: "", entries: entries as unknown as SessionEntry[] }];
};

const before = request(100, ["one", "a long result"]);
const changed = request(200, ["one", STUB, "two"]);

describe("what a provider is sent of one session", () => {
  it("goes on from what it was sent before", () => {
    const next = request(200, ["one", "a long result", "two"]);
    expect(stablePrefixes([before, next], session())).toEqual({ compared: 1, faults: [] });
  });

  it("does so with other marks of the cache, and with text in blocks", () => {
    const content = [{ type: "text", text: "a long result", cache_control: { type: "ephemeral" } }];
    const next = request(200, [], {
      messages: [
        { role: "user", content: "one" },
        { role: "user", content },
      ],
    });
    expect(stablePrefixes([before, next], session())).toEqual({ compared: 1, faults: [] });
  });

  it.each([
    ["nothing", []],
    ["an entry that changes nothing", [own(150, "flush-metrics"), own(160, "stats"), own(170, "diagnostic")]],
    ["an entry from before", [own(90, "index")]],
  ] as const)("is at fault when it differs and the session holds %s", (_what, drafts) => {
    const { faults } = stablePrefixes([before, changed], session(...drafts));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/block 1 of 2 differs.*a long result.*and then.*pruned/s);
  });

  it.each<readonly [string, Draft]>([
    ["a flush", own(150, "index")],
    ["a flush while the first was answered", own(101, "chain")],
    ["a compaction", { at: 150, type: "compaction" }],
    ["an edit", { at: 150, type: "context_edit", targetId: "e0" }],
    ["a move in the tree", { at: 150, type: "message", message: { role: "user" }, parentId: "elsewhere" }],
  ])("may differ after %s", (_what, draft) => {
    expect(stablePrefixes([before, changed], session(draft))).toEqual({ compared: 0, faults: [] });
  });

  it("may differ with other tools or another system prompt", () => {
    for (const other of [{ tools: [{ name: "read" }] }, { system: "another" }])
      expect(stablePrefixes([before, request(200, ["x"], other)], session()).faults).toEqual([]);
  });
});
