import { describe, expect, it } from "vitest";
import { FlushTrigger } from "../../src/flush/trigger.ts";
import type { AgentMessage, Messages } from "../../src/model/message.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { emptyState } from "../../src/state/state.ts";
import { sonnet } from "../economics/build.ts";
import { call, calls, longText, reply, result, transcript, user } from "../support/transcript.ts";

const WINDOW = 40_000;
const settings = {
  ...defaultSettings,
  pruneOn: "on-demand" as const,
  autoBudgetThreshold: null,
  keepRecent: 0,
};

/** A turn with a result of about `lines` times ten tokens. */
const turn = (id: string, lines: number) => [
  calls(call(id, "bash", { command: `cat ${id}` })),
  result(id, { text: longText(lines) }),
];

const withUsage =
  (input: number) =>
  (message: AgentMessage): AgentMessage =>
    message.role === "assistant" ? { ...message, usage: { ...message.usage, input } } : message;

/** The host's figure is what was sent and answered last, and the text behind it. */
const upcoming = (messages: Messages, rendered: Messages, reportedTokens: number) => ({
  point: "mid-run" as const,
  at: 1000,
  messages,
  rendered,
  model: { ...sonnet, contextWindow: WINDOW },
  retention: "short" as const,
  toolsKey: "tools",
  thinking: "off",
  reportedTokens,
  hasEdits: false,
  state: emptyState(),
  settings,
  isProtected: () => false,
});

describe("the trigger", () => {
  it("sees a jump right behind a flush, from the size that was sent", () => {
    const trigger = new FlushTrigger();
    const before = transcript([user(), ...turn("a", 1000), ...turn("b", 20)]);
    const stubbed = before.map(
      (message): AgentMessage =>
        message.role === "toolResult" && message.toolCallId === "a"
          ? { ...message, content: [{ type: "text", text: "stub" }] }
          : message,
    );
    trigger.decide(upcoming(before, before, 30_000));
    trigger.attempted("served");
    trigger.sent(stubbed);
    const turns = [user(), ...turn("a", 1000), ...turn("b", 20), ...turn("c", 400), reply()];
    const answered = transcript(turns).map(withUsage(10_000));
    const decision = trigger.decide(upcoming(answered, [...stubbed, ...answered.slice(5)], 24_000));
    expect(decision).toMatchObject({ kind: "flush", reason: "delta" });
  });
});
