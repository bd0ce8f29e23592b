import { expect, it } from "vitest";
import { host } from "../support/host-transforms.ts";
import { play } from "../support/play.ts";
import { responsesInput } from "../support/responses-input.ts";
import { add, flush, turn } from "../support/steps.ts";
import { call, calls, longText, reply, result, user } from "../support/transcript.ts";

const patch = (id: string) => calls(call(id, "apply_patch", { patch: longText(60) }));

it.each([
  ["condensed", false, /^\[condensed `t1`/],
  ["purged", true, /^<purged-errored-args /],
])(
  "the input of a tool with a grammar stays a text where it was %s: host B sends nothing else",
  async (_what, error, shown) => {
    const { pruner, session } = await play({
      host: "b",
      pace: 1,
      steps: [
        add(user("one")),
        turn(patch("a"), result("a", { error })),
        turn(reply()),
        ...[2, 3, 4].flatMap(() => [add(user("go on")), turn(reply())]),
        flush(),
        add(user("next")),
      ],
    });
    const messages = pruner.render(session.context().map(({ message }) => message));
    const sent = responsesInput(host("b"), messages, { apply_patch: "patch" });
    expect(sent.filter(({ type }) => type === "custom_tool_call").map(({ input }) => input)).toEqual([
      expect.stringMatching(shown),
    ]);
  },
);
