import { expect, it } from "vitest";
import { Pruner } from "../../src/pruner.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { play } from "../support/play.ts";
import { add, flush, turn } from "../support/steps.ts";
import { calls, longText, reply, result, user } from "../support/transcript.ts";

/** As many as have stubs that are longer than the block of their chain. */
const ids = ["a", "b", "c", "d", "e", "f"];

it("a chain whose entry is taken out of the file shows what it showed before", async () => {
  const played = await play({
    host: "b",
    pace: 1,
    steps: [
      add(user("one")),
      turn(calls(...ids), ...ids.map((id, at) => result(id, { text: longText(60, at) }))),
      turn(reply("done")),
      add(user("two")),
    ],
  });
  const { session, pruner } = played;
  const messages = session.context().map(({ message }) => message);
  const settings = {
    minBatchChars: 0,
    chainCompression: { ...defaultSettings.chainCompression, enabled: false },
  };
  await played.take(flush({ settings }));
  const before = pruner.render(messages);
  expect(JSON.stringify(before)).toContain("[pruned");
  await played.take({ kind: "chains" });
  expect(JSON.stringify(pruner.render(messages))).toContain("<compressed-chain");

  const port = session.port();
  const reopened = new Pruner();
  reopened.open({
    ...port,
    branchEntries: () => [...port.branchEntries()].filter(({ type }) => type !== "context-prune-chain"),
  });
  expect(reopened.render(messages)).toEqual(before);
});
