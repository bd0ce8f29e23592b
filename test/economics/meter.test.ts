import { describe, expect, it } from "vitest";
import { PromptMeter } from "../../src/economics/meter.ts";
import type { AgentMessage, Messages } from "../../src/model/message.ts";
import { longText, reply, transcript, user } from "../support/transcript.ts";

const OVERHEAD = 4000;

/** The replies of `messages` with what a model would have counted whose tokens are `ratio` times the estimates. */
function counted(messages: Messages, ratio: number): Messages {
  const { scales } = new PromptMeter();
  return messages.map((message, index): AgentMessage => {
    if (message.role !== "assistant") return message;
    const prompt = OVERHEAD + ratio * scales.total(messages.slice(0, index));
    const cacheRead = Math.floor(prompt / 2);
    const output = ratio * scales.total([message]);
    return { ...message, usage: { ...message.usage, input: prompt - cacheRead, cacheRead, output } };
  });
}

/** Everything that is asked of a meter while a session goes on: the last request is on its way. */
function play(meter: PromptMeter, messages: Messages): void {
  for (const [index, message] of messages.entries()) {
    if (message.role !== "user") continue;
    const request = messages.slice(0, index + 1);
    meter.observe(request);
    meter.sent(request);
  }
}

const turns = (count: number): Messages =>
  transcript(Array.from({ length: count }, (_, at) => [user(longText(10 + at)), reply(`done ${at}`)]).flat());

describe("the meter", () => {
  it("goes by what the provider counted, system prompt and tools included", () => {
    const meter = new PromptMeter();
    const messages = counted(turns(3), 1);
    play(meter, messages.slice(0, -1));
    expect(meter.observe(messages)).toBe(true);
    expect(meter.promptTokens(messages)).toBeCloseTo(OVERHEAD + meter.scales.total(messages), 3);
    expect(meter.observe(messages)).toBe(false);
  });

  it("learns how a model counts, and knows it in the next session", () => {
    const meter = new PromptMeter();
    play(meter, counted(turns(6), 1.5));
    const { calibration } = meter;
    expect(calibration).toMatchObject({ ratio: expect.closeTo(1.5, 5), samples: 4 });
    const next = new PromptMeter(calibration ? [calibration] : []);
    const messages = counted(turns(2), 1.5);
    play(next, messages);
    const more = [...messages, ...transcript([user(longText(40))]).slice(-1)];
    next.observe(more);
    expect(next.promptTokens(more)).toBeCloseTo(OVERHEAD + 1.5 * next.scales.total(more), 3);
  });

  it("learns nothing from a request whose beginning was rewritten", () => {
    const meter = new PromptMeter();
    const messages = counted(turns(3), 2.2);
    const [first] = transcript([user("short")]);
    const rewritten = messages.map((message, index) => (index === 0 && first ? first : message));
    play(meter, messages.slice(0, 3));
    meter.observe(rewritten);
    meter.sent(rewritten);
    meter.observe(messages);
    expect(meter.calibration).toBeUndefined();
  });

  it("does not take the answer to an earlier request for that to one that failed", () => {
    const meter = new PromptMeter();
    const messages = counted(turns(2), 1);
    const request = messages.slice(0, 3);
    meter.sent(request);
    expect(meter.observe(request)).toBe(false);
    expect(meter.promptTokens(request)).toBe(meter.scales.total(request));
  });
});
