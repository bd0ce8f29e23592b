import { expect, it } from "vitest";
import { argumentsOf, type Messages } from "../../src/model/message.ts";
import { pairCalls } from "../../src/model/paired-calls.ts";
import { play } from "../support/play.ts";
import { call, calls, longText, reply, result, user } from "../support/transcript.ts";

const contentOf = (messages: Messages) =>
  pairCalls(messages).map(({ call: made }) => argumentsOf(made).content);

const flush = {
  kind: "flush",
  flush: { keep: 0, summarizer: "digest", settings: {}, cancel: false, meanwhile: [] },
} as const;

it("the long arguments of a failed call go at the first flush after its cool-down", async () => {
  const body = longText(60);
  const played = await play({
    host: "a",
    pace: 1,
    steps: [
      { kind: "add", lines: [user()] },
      {
        kind: "turn",
        lines: [
          calls(call("w", "write", { content: body })),
          result("w", { text: longText(60, 2), error: true }),
        ],
      },
      { kind: "turn", lines: [calls("b"), result("b", { text: longText(60, 3) })] },
      flush,
      { kind: "turn", lines: [reply()] },
      flush,
    ],
  });
  const shown = played.requests.map(({ rendered }) => contentOf(rendered)[0]);
  expect(shown.slice(0, -1)).toEqual([undefined, body, body]);
  expect(shown.at(-1)).toMatch(/^<purged-errored-args size="\d+" ref="t\d+" nonce="\w+"\/>$/);
});
