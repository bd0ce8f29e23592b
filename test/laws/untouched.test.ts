import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pruneMessages } from "../../src/render/prune-messages.ts";
import { emptyState } from "../../src/state/state.ts";
import { clocks, transcripts } from "../support/arbitraries.ts";
import { lawCases } from "../support/cases.ts";
import { deepFreeze } from "../support/deep-freeze.ts";
import { holdsFor } from "../support/histories.ts";
import { untouched } from "../support/laws/untouched.ts";
import { stubbedIn } from "../support/source.ts";
import { add, flush, playOnBoth, turn } from "../support/steps.ts";
import { lookalikes } from "../support/texts.ts";
import {
  assistant,
  branchSummary,
  call,
  calls,
  compactionSummary,
  custom,
  longText,
  reply,
  result,
  shell,
  transcript,
  user,
} from "../support/transcript.ts";

const nothingRecorded = { state: emptyState(), report: () => {} };

describe("untouched is untouched", () => {
  it("holds in every history", () => holdsFor(untouched));

  it("changes no message where nothing is recorded, and takes nothing out but results", () => {
    fc.assert(
      fc.property(transcripts, clocks, (lines, clock) => {
        const messages = deepFreeze(transcript(lines, clock));
        const rendered = pruneMessages(messages, nothingRecorded);
        const isKept = new Set(rendered);
        expect(messages.filter((message) => isKept.has(message))).toEqual(rendered);
        expect(messages.filter((message) => !isKept.has(message) && message.role !== "toolResult")).toEqual(
          [],
        );
      }),
      { numRuns: lawCases() },
    );
  });

  it("takes nothing in any role for its own", () => {
    fc.assert(
      fc.property(lookalikes, (text) => {
        const messages = transcript([
          user(text),
          assistant({ thinking: text, text, calls: [call("a", "bash", { command: text })] }),
          result("a", { text }),
          custom(text),
          custom(text, { type: "context-prune-summary", details: { toolCallRefs: [{ shortId: "t1" }] } }),
          shell(text, { output: text }),
          branchSummary(text),
          compactionSummary(text),
          reply(text),
        ]);
        expect(pruneMessages(messages, nothingRecorded)).toBe(messages);
      }),
    );
  });

  it("leaves a result alone that looks like the stub of another one", async () => {
    const work = turn(calls("a"), result("a", { text: longText() }));
    const [first] = await playOnBoth(untouched, [work, turn(reply()), flush(), turn(reply())]);
    const [stub] = stubbedIn(first?.requests.at(-1) ?? ({ array: [], rendered: [] } as never));
    const text = stub?.shown.content[0]?.type === "text" ? stub.shown.content[0].text : "";
    expect(text).toContain("[pruned · ref `t1`");
    const copied = turn(calls("b"), result("b", { text }));
    for (const { requests } of await playOnBoth(untouched, [
      work,
      turn(reply()),
      flush(),
      copied,
      add(user()),
      turn(reply()),
    ]))
      expect(stubbedIn(requests.at(-1) as never).map(({ source }) => source.toolCallId)).toEqual(["a"]);
  });

  it("does not stub a result twice when an orphan with the same name stands in front of it", async () => {
    const steps = [
      turn(calls("a"), result("a", { text: longText() })),
      turn(reply()),
      flush(),
      turn(calls("b"), custom(), result("b")),
      turn(calls("a"), custom(), result("a")),
    ];
    await playOnBoth(untouched, steps, 0);
  });
});
