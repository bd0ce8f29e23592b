import { describe, expect, it } from "vitest";
import type { SummarizeAll } from "../../src/ports.ts";
import { createProtection } from "../../src/settings/protection.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import type { Step } from "../support/history.ts";
import { type Play, play } from "../support/play.ts";
import { add, turn } from "../support/steps.ts";
import { digestWith } from "../support/summarizers.ts";
import { assistant, call, calls, longText, reply, result, user } from "../support/transcript.ts";

const SECRET = "pa55w0rd";
const login = (secret: string) => [
  call("a", "bash", { command: `login ${secret}` }),
  call("b", "bash", { command: "ls" }),
];

const task: readonly Step[] = [
  add(user("log in")),
  turn(
    assistant({ text: "I log in", thinking: longText(40, 9), calls: login(SECRET) }),
    result("a", { text: longText(60) }),
    result("b", { text: `${SECRET}\n${longText(60, 2)}` }),
  ),
  turn(calls("c"), result("c", { text: longText(60, 3) })),
  turn(reply("done")),
  add(user("next")),
];

/** A model that quotes the call in the lines of each, and in its remarks what the batch found. */
const quoting: SummarizeAll = (batches) =>
  batches.map((batch) => ({
    ok: true,
    source: "model",
    lines: batch.calls.map(({ args }) => `ran ${JSON.stringify(args)}`),
    remarks: batch.calls.length > 1 ? `All found ${SECRET}` : "",
    usage: { input: 1, output: 1, cost: 0, calls: 1 },
  }));

async function flushed(batchingMode: "turn" | "agent-message" = "turn"): Promise<Play> {
  const played = await play({ host: "b", pace: 1, steps: task });
  const settings = { ...defaultSettings, minBatchChars: 0, batchingMode };
  await played.pruner.flush({
    trigger: "manual",
    keep: 0,
    settings,
    isProtected: createProtection(settings, "/project"),
    summarize: quoting,
    digest: digestWith(settings),
    nonce: "n0nce",
    now: () => 5000,
  });
  return played;
}

const given = ({ session }: Play) => session.context().map(({ message }) => message);
/** What is shown of each result: "raw", or its stub. */
const shown = (played: Play): string[] => {
  const before = given(played);
  return played.pruner.render(before).flatMap((message, at) => {
    if (message.role !== "toolResult") return [];
    return JSON.stringify(message) === JSON.stringify(before[at]) ? "raw" : JSON.stringify(message.content);
  });
};

function edit(played: Play, index: number, content: unknown): void {
  const { entryId = "" } = played.session.context()[index] ?? {};
  played.session.edit(entryId, content === null ? null : { content });
}

const text = (text: string) => ({ type: "text", text });
const stub = expect.stringContaining("[pruned");

describe("a stub that a model wrote", () => {
  it("shows while what the agent said and called is what the model was shown", async () => {
    const played = await flushed();
    expect(shown(played)).toEqual([
      expect.stringContaining(`login ${SECRET}`),
      expect.stringContaining(`All found ${SECRET}`),
      stub,
    ]);
    edit(played, 0, [text("[redacted]")]);
    expect(shown(played)).toEqual([stub, stub, stub]);
  });

  it.each([
    ["a call was", [text("I log in"), ...login("[redacted]")]],
    ["a remark of the agent was", [text("[redacted]"), ...login(SECRET)]],
  ])("shows no more when %s redacted, and neither do those of its batch", async (_what, content) => {
    const played = await flushed();
    edit(played, 1, content);
    expect(shown(played)).toEqual(["raw", "raw", stub]);
  });

  it.each([2, 3])("shows no more when a result of its batch was redacted (message %i)", async (index) => {
    const played = await flushed();
    edit(played, index, [text("[redacted]")]);
    expect(shown(played)).toEqual(["raw", "raw", stub]);
  });

  it("shows no more when a result of its batch was taken out", async () => {
    const played = await flushed();
    edit(played, 3, null);
    expect(shown(played)).toEqual(["raw", stub]);
  });

  it("shows no more when another turn was redacted that it was written for as well", async () => {
    const played = await flushed("agent-message");
    edit(played, 1, [text("I log in"), ...login("[redacted]")]);
    expect(shown(played)).toEqual(["raw", "raw", "raw"]);
  });

  it("stays when a compaction took another turn away that it was written for as well", async () => {
    const played = await flushed("agent-message");
    const kept = played.session.manager.getBranch().filter(({ type }) => type === "message");
    const from = kept[4]?.id ?? "";
    played.session.manager.appendCompaction("what came before", from, 1);
    played.pruner.compacted();
    expect(shown(played)).toEqual([stub]);
  });

  it("is told by no block that is made after a redaction of what it quotes", async () => {
    const played = await flushed();
    edit(played, 3, [text("[redacted]")]);
    edit(played, 1, [text("I log in"), ...login("[redacted]")]);
    await played.take({ kind: "chains" });
    const rendered = JSON.stringify(played.pruner.render(given(played)));
    expect(rendered).toContain("<compressed-chain");
    expect(rendered).not.toContain(SECRET);
  });

  it("is told by no block that is made after a redaction of the call alone", async () => {
    const played = await flushed();
    edit(played, 1, [text("I log in"), ...login("[redacted]")]);
    await played.take({ kind: "chains" });
    const rendered = JSON.stringify(played.pruner.render(given(played)));
    expect(rendered).toContain("<compressed-chain");
    expect(rendered).not.toContain(`login ${SECRET}`);
  });
});
