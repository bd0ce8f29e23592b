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
const upcoming = (messages: Messages, rendered: Messages) => ({
  point: "mid-run" as const,
  at: 1000,
  messages,
  rendered,
  model: { ...sonnet, contextWindow: WINDOW },
  retention: "short" as const,
  toolsKey: "tools",
  thinking: "off",
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
    trigger.decide(upcoming(before, before));
    trigger.attempted("served");
    trigger.sent(stubbed, 1000);
    const turns = [user(), ...turn("a", 1000), ...turn("b", 20), ...turn("c", 400), reply()];
    const answered = transcript(turns).map(withUsage(10_000));
    const decision = trigger.decide(upcoming(answered, [...stubbed, ...answered.slice(5)]));
    expect(decision).toMatchObject({ kind: "flush", reason: "delta" });
  });

  it("knows that a flush left nothing of the history in the cache for a later one to begin with", () => {
    const told = reply(longText(800, 5));
    const history = transcript([user(), ...turn("a", 100), told, user(), ...turn("b", 40), reply(), user()]);
    const stubbed = history.map(
      (message): AgentMessage =>
        message.role === "toolResult" && message.toolCallId === "a"
          ? { ...message, content: [{ type: "text", text: "stub" }] }
          : message,
    );
    const play = (first: Messages): string => {
      const trigger = new FlushTrigger();
      for (const sent of [first.slice(0, 5), stubbed.slice(0, 7)]) {
        trigger.decide({ ...upcoming(sent, sent), settings: defaultSettings });
        trigger.sent(sent, 1000);
      }
      const next = {
        ...upcoming(stubbed, stubbed),
        point: "prompt" as const,
        settings: defaultSettings,
      };
      return trigger.decide(next).kind;
    };
    // What changes now is the last result: all before it was written by the request that asked for it.
    expect(play(stubbed)).toBe("flush");
    // Where that request still showed everything raw, the whole history is written again.
    expect(play(history)).toBe("wait");
  });

  it("takes a cache that the host kept warm for what it is", () => {
    const history = transcript([user(longText(400, 1)), ...turn("a", 60), reply(), user()]);
    const paused = (pauseMs: number, warmedAfterMs?: number) => {
      const trigger = new FlushTrigger();
      const first = history.slice(0, 3);
      trigger.decide({ ...upcoming(first, first), settings: defaultSettings });
      trigger.sent(first, 1000);
      return trigger.decide({
        ...upcoming(history, history),
        point: "prompt",
        at: 1000 + pauseMs,
        settings: defaultSettings,
        ...(warmedAfterMs !== undefined && { warmedAt: 1000 + warmedAfterMs }),
      });
    };
    const minute = 60_000;
    expect(paused(4 * minute)).toMatchObject({ kind: "wait" });
    expect(paused(9 * minute)).toMatchObject({ kind: "flush", reason: "cold", detail: "expired" });
    expect(paused(9 * minute, 4.5 * minute)).toMatchObject({ kind: "wait" });
    expect(paused(10 * minute, 4.5 * minute)).toMatchObject({ kind: "flush", detail: "expired" });
  });
});
