import { describe, expect, it } from "vitest";
import { Scales } from "../../src/economics/scales.ts";
import type { AgentMessage, Messages } from "../../src/model/message.ts";
import { type SpendStep, sessionSpend } from "../../src/savings/session-spend.ts";
import { index } from "../chain/build.ts";
import { sonnet } from "../economics/build.ts";
import { call, calls, type Line, longText, reply, result, transcript, user } from "../support/transcript.ts";

const BESIDE = 5000;

const spendOf = (steps: readonly SpendStep[]) =>
  sessionSpend({ steps, modelOf: () => sonnet, retention: "short", ratio: 1 });

/** Each reply with what a provider counted for what was `sent` before it, where that counts as the estimates do. */
function counted(messages: Messages, sent: Messages = messages): Messages {
  const scales = new Scales();
  return messages.map((message, at): AgentMessage => {
    if (message.role !== "assistant") return message;
    return { ...message, usage: { ...message.usage, input: BESIDE + scales.total(sent.slice(0, at)) } };
  });
}

const messageSteps = (messages: Messages): SpendStep[] =>
  messages.map((message) => ({ kind: "message", message }));

const work: readonly Line[] = [
  user(),
  calls(call("a", "bash", {})),
  result("a", { text: longText(400) }),
  reply(),
];
const more: readonly Line[] = [user(), reply(), user(), reply()];

const stubOf = (messages: Messages): SpendStep => {
  const resultTimestamp = messages.find((message) => message.role === "toolResult")?.timestamp ?? 0;
  const chars = longText(400).length;
  const record = { toolCallId: "a", toolName: "bash", resultTimestamp, ref: "t1", stub: "stub", chars };
  return { kind: "entry", entry: index([record]) };
};

describe("what a session's prompts cost", () => {
  it("is the same without the pruner when that did nothing", () => {
    const spend = spendOf(messageSteps(counted(transcript([...work, ...more]))));
    expect(spend.actual).toEqual(spend.unpruned);
    expect([spend.requests, spend.recoveries]).toEqual([4, 0]);
    expect(spend.actual.cost).toBeGreaterThan(0);
  });

  it("is less by what a stub left out, and more by what was written again for it", () => {
    const messages = transcript([...work, ...more]);
    const stubbed = messages.map(
      (message): AgentMessage =>
        message.role === "toolResult" ? { ...message, content: [{ type: "text", text: "stub" }] } : message,
    );
    const steps = messageSteps([...counted(messages).slice(0, 4), ...counted(messages, stubbed).slice(4)]);
    const { actual, unpruned } = spendOf([...steps.slice(0, 4), stubOf(messages), ...steps.slice(4)]);
    const total = ({ read, write, input }: typeof actual) => read + write + input;
    const removed = new Scales().total(messages) - new Scales().total(stubbed);
    expect(total(unpruned) - total(actual)).toBeCloseTo(2 * removed, 3);
    expect(actual.read).toBeLessThan(unpruned.read);
    expect(actual.cost).toBeLessThan(unpruned.cost);
  });

  it("counts a recovery as cost: without the pruner there would have been none", () => {
    const query = [
      user(),
      calls(call("q", "context_tree_query", { toolCallIds: ["t1"] })),
      result("q", { tool: "context_tree_query", text: longText(300) }),
      reply(),
    ];
    const plain = spendOf(messageSteps(counted(transcript([...work, user(), reply(), ...more]))));
    const recovered = spendOf(messageSteps(counted(transcript([...work, ...query, ...more]))));
    expect([recovered.requests, recovered.recoveries]).toEqual([plain.requests + 1, 1]);
    expect(recovered.unpruned.cost).toBeCloseTo(plain.unpruned.cost, 2);
    expect(recovered.actual.cost).toBeGreaterThan(plain.actual.cost);
  });

  it("begins anew behind a compaction, and leaves out what no listed model answered", () => {
    const messages = counted(transcript([...work, ...more]));
    const steps = messageSteps(messages);
    const compaction: SpendStep = { kind: "compaction", messages: messages.slice(3, 4) };
    const spend = spendOf([...steps.slice(0, 4), compaction, ...steps.slice(4)]);
    expect(spend.actual).toEqual(spend.unpruned);
    const unknown = sessionSpend({ steps, modelOf: () => undefined, retention: "short", ratio: 1 });
    expect([unknown.requests, unknown.actual.cost]).toEqual([4, 0]);
  });

  it("adds up what the host counted, listed models or not", () => {
    const usage = { input: 10, output: 7, cacheRead: 300, cacheWrite: 40, totalTokens: 357 };
    const cost = { input: 0.25, output: 4, cacheRead: 0.5, cacheWrite: 0.125, total: 4.875 };
    const steps = messageSteps(
      transcript(work).map(
        (message): AgentMessage =>
          message.role === "assistant" ? { ...message, usage: { ...usage, cost } } : message,
      ),
    );
    const { reported } = sessionSpend({ steps, modelOf: () => undefined, retention: "short", ratio: 1 });
    expect(reported).toEqual({ read: 600, write: 80, input: 20, cost: 1.75 });
  });
});
