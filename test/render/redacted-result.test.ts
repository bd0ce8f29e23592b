import { expect, it } from "vitest";
import { isToolResult } from "../../src/model/message.ts";
import type { Step } from "../support/history.ts";
import { type Play, play } from "../support/play.ts";
import { add, flush, turn } from "../support/steps.ts";
import { call, calls, longText, reply, result, user } from "../support/transcript.ts";

const task: readonly Step[] = [
  add(user("look")),
  turn(calls(call("a", "screenshot", {})), result("a", { text: "a screenshot", images: 1 })),
  turn(reply("seen")),
  add(user("next")),
];
const blackened = { type: "image", data: "QkxVUlJFRA==", mimeType: "image/png" };

const given = ({ session }: Play) => session.context().map(({ message }) => message);
const shown = (played: Play) => played.pruner.render(given(played));

it.each<[string, readonly Step[]]>([
  ["stub", [flush()]],
  ["block", [flush(), { kind: "chains" }]],
])("a result of which only the image was replaced shows no %s from before", async (_what, recorded) => {
  const played = await play({ host: "b", pace: 1, steps: [...task, ...recorded] });
  expect(shown(played)).not.toEqual(given(played));
  const edited = played.session.context().find(({ message }) => isToolResult(message));
  played.session.edit(edited?.entryId ?? "", {
    content: [{ type: "text", text: "a screenshot" }, blackened],
  });
  expect(shown(played).find(isToolResult)).toEqual(given(played).find(isToolResult));
});

it.each<[string, readonly Step[]]>([
  ["stub", []],
  ["block", [{ kind: "chains" }]],
])("a result that has no stub is quoted by no %s of its batch once it is edited", async (_what, then) => {
  const [short, long] = ["the password is pa55w0rd", longText(60)];
  const played = await play({
    host: "b",
    pace: 1,
    steps: [
      add(user("look")),
      turn(calls("a", "b"), result("a", { text: short }), result("b", { text: long })),
      turn(reply("seen")),
      flush({ summarizer: "quoting" }),
      ...then,
    ],
  });
  expect(JSON.stringify(shown(played))).not.toContain("line 59 of");
  const edited = played.session.context().find(({ message }) => isToolResult(message));
  played.session.edit(edited?.entryId ?? "", { content: [{ type: "text", text: "[redacted]" }] });
  expect(JSON.stringify(shown(played))).not.toContain("pa55w0rd");
  await played.take({ kind: "reload" });
  await played.take({ kind: "chains" });
  expect(JSON.stringify(shown(played))).not.toContain("pa55w0rd");
});
