import { describe, expect, it } from "vitest";
import type { AgentMessage } from "../../src/model/message.ts";
import type { Step } from "../support/history.ts";
import { type Play, play } from "../support/play.ts";
import { add, flush, turn } from "../support/steps.ts";
import { assistant, call, calls, longText, reply, result, user } from "../support/transcript.ts";

const SECRET = "pa55w0rd";
const login = (secret: string) => [call("a", "bash", { command: `login ${secret}` })];

const task: readonly Step[] = [
  add(user("log in")),
  turn(
    assistant({ text: `I use ${SECRET}`, thinking: longText(40, 1), calls: login(SECRET) }),
    result("a", { text: `error: ${SECRET} is wrong\n${longText(60)}` }),
  ),
  turn(assistant({ thinking: longText(40, 2), calls: ["b"] }), result("b", { text: longText(60, 3) })),
  turn(reply("it failed")),
  add(user("next")),
];
const compressed: Step = { kind: "chains" };

const shown = ({ pruner, session }: Play): string =>
  JSON.stringify(pruner.render(session.context().map(({ message }) => message)));

/** Replaces what the first such message of the context shows, or takes it out. */
function edit({ session }: Play, role: AgentMessage["role"], content: unknown): void {
  const target = session.context().find(({ message }) => message.role === role);
  session.edit(target?.entryId ?? "", content === null ? null : { content });
}

const blank = [{ type: "text", text: "[redacted]" }];
/** What a person may do about a secret: edits of the messages that hold it. */
const redactions: readonly (readonly [string, result: unknown, call: unknown])[] = [
  ["replaces", blank, [...blank, ...login("[redacted]")]],
  [
    "masks, letter by letter,",
    [{ type: "text", text: `error: ${"*".repeat(8)} is wrong\n${longText(60)}` }],
    [{ type: "text", text: `I use ${"*".repeat(8)}` }, ...login("*".repeat(8))],
  ],
  ["takes out", null, null],
];

describe.each(redactions)("what an edit of the session %s is told by no block", (_how, ofResult, ofCall) => {
  it("that was made before", async () => {
    const played = await play({ host: "b", pace: 1, steps: [...task, flush(), compressed] });
    expect(shown(played)).toMatch(/<compressed-chain id=\\"b1.*pa55w0rd/);
    edit(played, "toolResult", ofResult);
    edit(played, "assistant", ofCall);
    expect(shown(played)).not.toContain(SECRET);
  });

  it("that is made afterwards, of stubs from before", async () => {
    const played = await play({ host: "b", pace: 1, steps: [...task, flush()] });
    edit(played, "toolResult", ofResult);
    edit(played, "assistant", ofCall);
    await played.take(compressed);
    expect(shown(played)).not.toContain(SECRET);
    if (ofResult) expect(shown(played)).toContain("<compressed-chain");
  });
});

it("a block goes when only what the model said or called was redacted", async () => {
  const said = [
    ...task.slice(0, 1),
    turn(calls(...login(SECRET)), result("a", { text: longText(90) })),
    ...task.slice(2),
  ];
  const played = await play({ host: "b", pace: 1, steps: [...said, flush(), compressed] });
  expect(shown(played)).toMatch(/<compressed-chain id=\\"b1.*pa55w0rd/);
  edit(played, "assistant", login("[redacted]"));
  expect(shown(played)).not.toContain(SECRET);
  await played.take(compressed);
  expect(shown(played)).toMatch(/<compressed-chain id=\\"b2/);
  expect(shown(played)).not.toContain(SECRET);
});

it("a block stays when nothing in its chain was touched", async () => {
  const played = await play({ host: "b", pace: 1, steps: [...task, flush(), compressed] });
  const before = shown(played);
  edit(played, "user", blank);
  expect(shown(played)).toBe(before.replace("log in", "[redacted]"));
});
