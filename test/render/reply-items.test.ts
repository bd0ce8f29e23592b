import { describe, expect, it } from "vitest";
import { hosts } from "../support/host-transforms.ts";
import { madeWithIn } from "../support/made-with.ts";
import { responsesModel } from "../support/responses-input.ts";
import { responsesFaults } from "../support/responses-judge.ts";
import { calls, type Line, reply, transcript, user } from "../support/transcript.ts";
import { chain, rendered, task } from "./chains.ts";

const { id: model, api, provider } = responsesModel;
const thought = (name: string) => ({
  type: "thinking",
  thinking: "hm",
  thinkingSignature: JSON.stringify({
    type: "reasoning",
    id: `rs_${name}`,
    summary: [],
    encrypted_content: "gAAA",
  }),
});
const said = (name: string) => ({ type: "text", text: `said ${name}`, textSignature: `msg_${name}` });

/** `task` without other thinking, whose final reply came from OpenAI as these blocks. */
const taskWith = (...content: readonly object[]) =>
  transcript([
    task[0] as Line,
    calls("a"),
    ...task.slice(2, -1),
    { ...reply("", { at: 20 }), content, model, api, provider } as Line,
    user("next"),
  ]);

describe.each(hosts)("what host $name sends OpenAI of a compressed chain's reply", (host) => {
  it.each([
    ["one item", [thought("x"), said("x")]],
    ["an item beside a text that is none", [thought("x"), said("x"), { type: "text", text: "by the way" }]],
    ["several items", [thought("x"), said("x"), thought("y"), said("y")]],
    [
      "an item with a signature of parts",
      [thought("x"), { ...said("x"), textSignature: '{"v":1,"id":"msg_x"}' }],
    ],
  ])("is taken where it was %s", (_what, content) => {
    const messages = taskWith(...content);
    const [shown] = rendered(messages, [chain()]);
    expect(shown.length).toBeLessThan(messages.length);
    const made = madeWithIn(messages);
    expect(responsesFaults(host, messages, made)).toEqual([]);
    expect(responsesFaults(host, shown, made)).toEqual([]);
  });
});
