import { describe, expect, it } from "vitest";
import { toolCallsOf } from "../../src/model/message.ts";
import type { Step } from "../support/history.ts";
import { expectRecovered } from "../support/laws/recovered.ts";
import { valid } from "../support/laws/valid.ts";
import { writtenByOpenAi } from "../support/openai-written.ts";
import type { Play } from "../support/play.ts";
import { flush, playOnBoth, turn } from "../support/steps.ts";
import { assistant, call, calls, longText, reply, result, user } from "../support/transcript.ts";

const work = (id: string, lines: number, seed: number) =>
  turn(calls(call(id, "bash", { command: `make ${id}` })), result(id, { text: longText(lines, seed) }));

const TURNS = 6;

/** A prompt, turns with a tool, and the reply that closes the chain. */
const prompted = (at: number) => [
  turn(user(`prompt ${at}`)),
  ...Array.from({ length: TURNS }, (_, each) => work(`c${at}-${each}`, 60, TURNS * at + each)),
  turn(reply(`answer ${at}`, { thinking: `thought ${at}`, signature: "s" })),
];

/** How many calls are sent, and how many blocks stand for chains. */
function sent({ requests }: Play): { readonly calls: number; readonly blocks: number } {
  const rendered = requests.at(-1)?.rendered ?? [];
  const texts = rendered.map((message) => ("content" in message ? JSON.stringify(message.content) : ""));
  return {
    calls: rendered.flatMap((message) => (message.role === "assistant" ? toolCallsOf(message) : [])).length,
    blocks: texts.filter((text) => text.includes("<compressed-chain ")).length,
  };
}

describe("a long session", () => {
  it.each([
    ["any model", (steps: readonly Step[]) => steps],
    ["OpenAI", (steps: readonly Step[]) => writtenByOpenAi(steps)],
  ])(
    "of thirty closed chains of %s keeps the three newest as they are, and compresses the others",
    async (_model, written) => {
      const steps = Array.from({ length: 30 }, (_, at) => prompted(at + 1)).flat();
      const all = written([...steps, flush(), turn(reply("more"))]);
      for (const play of await playOnBoth(valid, all)) {
        expect(sent(play)).toEqual({ calls: 3 * TURNS, blocks: 27 });
        expectRecovered(play);
      }
    },
  );

  it("loses nothing of a chain of which one turn was too little to be summarized and one was not", async () => {
    const plan = assistant({ thinking: longText(60), signature: "s", calls: [call("much", "bash", {})] });
    const chain = [
      turn(user("look")),
      turn(plan, result("much", { text: longText(80) })),
      work("little", 2, 1),
      turn(reply("looked")),
    ];
    const some = flush({ settings: { minBatchChars: 1000 } });
    const steps = [...chain, some, { kind: "chains" as const }, turn(reply("more"))];
    for (const play of await playOnBoth({}, steps)) {
      const records = [...(play.pruner.state?.records.values() ?? [])];
      expect(records.map(({ toolCallId }) => toolCallId).sort()).toEqual(["little", "much"]);
      expect(play.reports.map(({ calls }) => calls)).toEqual([1]);
      expect(sent(play)).toEqual({ calls: 0, blocks: 1 });
      expectRecovered(play);
    }
  });

  it("of one chain with 639 calls that no flush had taken is compressed without a model, and every call comes back", async () => {
    const calls639 = Array.from({ length: 639 }, (_, at) => work(`c${at}`, 6, at));
    const steps = [turn(user("go")), ...calls639, turn(reply("gone")), { kind: "chains" as const }];
    for (const play of await playOnBoth({}, [...steps, turn(reply("more"))])) {
      expect(sent(play)).toEqual({ calls: 0, blocks: 1 });
      expect(play.summaries.size).toBe(0);
      expectRecovered(play);
    }
  });
});
