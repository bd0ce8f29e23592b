import { describe, expect, it } from "vitest";
import { cacheRules } from "../../src/economics/cache.ts";
import { Scales } from "../../src/economics/scales.ts";
import { estimateGain, type GainQuestion } from "../../src/flush/gain.ts";
import type { PruneEntry } from "../../src/model/entries.ts";
import type { Messages } from "../../src/model/message.ts";
import { pruneMessages } from "../../src/render/prune-messages.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { fold } from "../../src/state/reducers.ts";
import { compress, prompt, prompts } from "../chain/build.ts";
import { branchOf } from "../support/branch.ts";
import { call, calls, type Line, longText, reply, result, transcript, user } from "../support/transcript.ts";

const rules = cacheRules(
  { provider: "anthropic", api: "anthropic-messages", id: "claude" } as never,
  "short",
);

function gainOf(
  messages: Messages,
  entries: readonly PruneEntry[] = [],
  changed: Partial<GainQuestion> = {},
) {
  const state = fold(entries);
  const rendered = pruneMessages(messages, { state, report: () => {} });
  return estimateGain({
    messages,
    rendered,
    state,
    settings: defaultSettings,
    isProtected: () => false,
    keep: 0,
    rules,
    scales: new Scales(),
    isWritten: (index) => rendered[index + 1]?.role === "assistant",
    ...changed,
  });
}

const write = (content: string): Line[] => [
  user(),
  calls(call("w", "write", { path: "a.ts", content })),
  result("w", { text: "ok" }),
  reply(),
];

describe("what a flush would remove", () => {
  it("counts arguments that would be condensed, and none that would not", () => {
    const off = { settings: { ...defaultSettings, condenseArguments: false } };
    const messages = transcript(write(longText(60)));
    expect(gainOf(messages).removable).toBeGreaterThan(500);
    expect(gainOf(messages, [], off).removable).toBe(0);
    expect(gainOf(messages, [], { isProtected: () => true }).removable).toBe(0);
    expect(gainOf(messages, [], { keep: 1 }).removable).toBe(0);
    expect(gainOf(transcript(write("short"))).removable).toBe(0);
  });

  it("counts them for the size of what waits", () => {
    const settings = { ...defaultSettings, minBatchChars: 5000 };
    expect(gainOf(transcript(write(longText(60))), [], { settings }).removable).toBe(0);
    expect(gainOf(transcript(write(longText(300))), [], { settings }).removable).toBeGreaterThan(0);
  });

  it("counts chains behind the window once, and none that are compressed", async () => {
    const settings = { ...defaultSettings, digest: { ...defaultSettings.digest, minTokens: 100_000 } };
    const question = { settings, keep: 0 };
    const messages = branchOf(prompts(5, 200)).map(({ message }) => message);
    const inWindow = branchOf(prompts(3, 200)).map(({ message }) => message);
    expect(gainOf(inWindow, [], question).removable).toBe(0);
    const { removable } = gainOf(messages, [], question);
    const sent = new Scales().weigh(messages).reduce((total, weight) => total + weight, 0);
    expect(removable).toBeGreaterThan(sent / 4);
    expect(removable).toBeLessThan((sent * 2) / 5);
    const entries = await compress(branchOf(prompts(5, 200)));
    expect(gainOf(messages, entries, question).removable).toBe(0);
  });

  it("is written again from the first message that changes on", () => {
    const messages = transcript([...prompt(7, 1), ...write(longText(60)), ...prompt(8, 1)]);
    const late = transcript([...prompt(7, 1), ...prompt(8, 1), ...write(longText(60))]);
    expect(gainOf(late).rewritten).toBeLessThan(gainOf(messages).rewritten);
  });
});
