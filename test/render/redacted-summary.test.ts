import { describe, expect, it } from "vitest";
import { isToolResult, textOf } from "../../src/model/message.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import type { Step } from "../support/history.ts";
import { type Play, play } from "../support/play.ts";
import { add, flush, turn } from "../support/steps.ts";
import { assistant, calls, custom, longText, reply, result, user } from "../support/transcript.ts";

const SECRET = "pa55w0rd";
const compressed: Step = { kind: "chains" };
const reload: Step = { kind: "reload" };

const given = ({ session }: Play) => session.context().map(({ message }) => message);
const shown = (played: Play): string => JSON.stringify(played.pruner.render(given(played)));

/** A session in which the reference has summarized all results so far, and told of them in one message. */
async function summarized(text: string, steps: readonly Step[]): Promise<Play> {
  const played = await play({ host: "b", pace: 1, steps });
  const results = given(played).filter(isToolResult);
  const toolCallRefs = results.map(({ toolCallId, timestamp }, at) => ({
    shortId: `t${at + 1}`,
    toolCallId,
    resultTimestamp: timestamp,
  }));
  const toolCalls = results.map(({ toolCallId, timestamp, content }) => ({
    toolCallId,
    toolName: "bash",
    isError: false,
    resultTimestamp: timestamp,
    resultText: textOf(content),
  }));
  await played.take({ kind: "entry", type: "context-prune-index", data: { toolCalls } });
  const details = { toolCallRefs, toolNames: ["bash"], turnIndex: 0, timestamp: 1001 };
  await played.take(add(custom(text, { type: "context-prune-summary", details }), user("next")));
  await played.take(reload);
  return played;
}

const login: readonly Step[] = [
  add(user("log in")),
  turn(calls("a"), result("a", { text: longText(200) })),
  turn(calls("b"), result("b", { text: longText(200, 2) })),
  turn(reply("done")),
];
const summary = `- t1: the password is ${SECRET}\n- t2: fine`;

function edit(played: Play, role: string, replacement: string | null): void {
  const target = played.session.context().find(({ message }) => message.role === role);
  played.session.edit(target?.entryId ?? "", replacement === null ? null : { content: replacement });
}

describe.each([
  ["replaced", summary.replace(SECRET, "[redacted]")],
  ["taken out", null],
])("a summary message of the reference that was %s", (_how, replacement) => {
  it.each<[string, readonly Step[]]>([
    ["as it was opened", []],
    ["after it was opened again", [reload]],
  ])("is told by no block that is made of the session %s", async (_when, steps) => {
    const played = await summarized(summary, login);
    edit(played, "custom", replacement);
    for (const step of [...steps, compressed]) await played.take(step);
    expect(shown(played)).not.toContain(SECRET);
    if (replacement) expect(shown(played)).toMatch(/<compressed-chain.*the password is \[redacted\]/);
  });

  it("takes the block along that was made of it, and another is made when asked for", async () => {
    const played = await summarized(summary, login);
    await played.take(compressed);
    expect(shown(played)).toMatch(/<compressed-chain id=\\"b1.*pa55w0rd/);
    edit(played, "custom", replacement);
    expect(shown(played)).not.toContain(SECRET);
    await played.take(reload);
    expect(shown(played)).not.toContain(SECRET);
    await played.take(compressed);
    if (replacement) expect(shown(played)).toMatch(/<compressed-chain id=\\"b2/);
    expect(shown(played)).not.toContain(SECRET);
  });

  it.each([["of its own"], [undefined]])("takes a block of the reference along, text %s", async (body) => {
    const played = await summarized(summary, login);
    const [prompt, , first, , second, final] = given(played);
    const data = {
      blockId: "b1",
      startUserTimestamp: prompt?.timestamp,
      finalAssistantTimestamp: final?.timestamp,
      droppedToolCallIds: ["a", "b"],
      droppedOccurrenceKeys: [`a@${first?.timestamp}`, `b@${second?.timestamp}`],
      toolRefs: ["t1", "t2"],
      compressedAt: 9000,
      ...(body && { rangeSummaryText: `${body}: ${SECRET}` }),
    };
    await played.take({ kind: "entry", type: "context-prune-chain", data });
    expect(shown(played)).toMatch(/<compressed-chain id=\\"b1.*pa55w0rd/);
    edit(played, "custom", replacement);
    const live = shown(played);
    expect(live).not.toContain(SECRET);
    await played.take(reload);
    expect(shown(played)).toBe(live);
  });
});

describe("a summary message of the reference that tells of two chains", () => {
  const two: readonly Step[] = [
    add(user("one")),
    turn(assistant({ thinking: longText(300, 9), calls: ["a"] }), result("a", { text: longText(200) })),
    turn(reply("done")),
    add(user("two")),
    turn(calls("b"), result("b", { text: longText(200, 2) })),
    turn(reply("done, too")),
  ];
  const { chainCompression } = defaultSettings;
  const behindOne = flush({
    settings: { minBatchChars: 0, chainCompression: { ...chainCompression, rollingWindow: 1 } },
  });

  it("stays while one of them does, where the block of the other does not have its text", async () => {
    const played = await summarized("- t1: first finding\n- t2: second finding", two);
    edit(played, "toolResult", longText(200).replace("line 5", "[redacted]"));
    await played.take(behindOne);
    expect(shown(played)).toMatch(/<compressed-chain.*Summarized in pruner summary.*second finding/);
  });

  it("goes where a block has its text", async () => {
    const played = await summarized("- t1: first finding\n- t2: second finding", two);
    await played.take(behindOne);
    expect(shown(played)).toMatch(/<compressed-chain/);
    expect(shown(played).split("second finding")).toHaveLength(2);
  });
});
