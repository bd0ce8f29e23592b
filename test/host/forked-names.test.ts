import { expect, it } from "vitest";
import { Play } from "../support/play.ts";
import { add, flush, turn } from "../support/steps.ts";
import { calls, longText, reply, result, user } from "../support/transcript.ts";

const work = (id: string, seed: number) => [
  add(user(`do ${id}`)),
  turn(calls(id), result(id, { text: longText(60, seed) })),
  turn(reply()),
  add(user("next")),
  flush(),
];

it.each(["a", "b"] as const)(
  "a fork on host %s gives no ref out again that a summary names",
  async (host) => {
    const play = new Play({ host, pace: 1, steps: [] }, {});
    for (const step of work("first", 1)) await play.take(step);
    expect([...(play.pruner.state?.keyOfRef.keys() ?? [])]).toEqual(["t1"]);

    const { manager } = play.session;
    manager.branchWithSummary(manager.getEntries()[0]?.id ?? "", "The plan was read, see `t1`.");
    manager.createBranchedSession(manager.getLeafId() ?? "");
    play.pruner.open(play.session.port());
    expect([...play.session.port().fileEntries()]).toEqual([]);

    for (const step of work("second", 2)) await play.take(step);
    expect([...(play.pruner.state?.keyOfRef.keys() ?? [])]).toEqual(["t2"]);
  },
);

it.each(["a", "b"] as const)("the summary of a compaction on host %s is read for names", (host) => {
  const play = new Play({ host, pace: 1, steps: [] }, {});
  const { manager } = play.session;
  const kept = play.session.add({ role: "user", content: "go", timestamp: 1 });
  manager.appendCompaction("What was read: `t4`, block b2.", kept, 1);
  expect([...play.session.port().fileSummaries()]).toEqual(["What was read: `t4`, block b2."]);
});
