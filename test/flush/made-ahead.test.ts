import { describe, expect, it } from "vitest";
import type { FlushOrder } from "../../src/flush/order.ts";
import { TextMaker } from "../../src/flush/text-maker.ts";
import type { AgentMessage } from "../../src/model/message.ts";
import { Pruner } from "../../src/pruner.ts";
import type { Settings } from "../../src/settings/schema.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { flushOrder } from "../support/flush-order.ts";
import { host } from "../support/host-transforms.ts";
import { MemorySession } from "../support/memory-session.ts";
import { summarizerOver, usageOf } from "../support/summarizer.ts";
import { labelsOf, type ScriptedModel, says, scriptedModel } from "../support/summary.ts";
import {
  assistant,
  calls,
  type Line,
  longText,
  reply,
  result,
  transcript,
  user,
} from "../support/transcript.ts";

const SECRET = "pa55w0rd";

interface Opened {
  readonly session: MemorySession;
  readonly pruner: Pruner;
  readonly model: ScriptedModel;
  readonly texts: TextMaker;
  readonly order: (settings: Partial<Settings>) => FlushOrder;
}

function sessionOf(lines: readonly Line[]): MemorySession {
  const session = new MemorySession(host("b"));
  for (const message of transcript(lines)) session.add(message);
  return session;
}

/** A session whose model says the same of every call, and maybe something of them all. */
function opened(of: readonly Line[] | MemorySession, line: string, remarks = ""): Opened {
  const session = of instanceof MemorySession ? of : sessionOf(of);
  const pruner = new Pruner();
  pruner.open(session.port());
  const model = scriptedModel("p/haiku", [
    ({ prompt }) => {
      const about = remarks && [`[[0:remarks]]\n${remarks}`];
      return says([...labelsOf(prompt).map((label) => `${label} ${line}`), ...about].join("\n"));
    },
  ]);
  let { summarizerModel } = defaultSettings;
  const texts = new TextMaker({
    summarizer: summarizerOver({ models: { primary: model }, concurrency: 1 }).summarizer,
    digest: () => "a digest",
    userText: () => undefined,
    basis: () => summarizerModel,
    hurry: () => new AbortController().signal,
    kept: pruner.kept,
  });
  const chainCompression = { ...defaultSettings.chainCompression, enabled: false };
  const order = (changed: Partial<Settings>) => {
    const settings = { ...defaultSettings, minBatchChars: 0, chainCompression, ...changed };
    summarizerModel = settings.summarizerModel;
    return flushOrder({ settings, summarize: texts.make });
  };
  return { session, pruner, model, texts, order };
}

const shown = ({ session, pruner }: Opened): string =>
  JSON.stringify(pruner.render(session.context().map(({ message }) => message)));

/** Replaces the text of the first message of a role. */
function redact({ session }: Opened, role: "assistant" | "toolResult", text: string): void {
  const { entryId = "", message } = session.context().find((each) => each.message.role === role) ?? {};
  const others = message?.role === "assistant" ? message.content.filter(({ type }) => type !== "text") : [];
  session.edit(entryId, { content: [{ type: "text", text }, ...others] });
}

describe("what an edit redacts between the making of a text and its flush", () => {
  it("is told by no remark about the batch of the edited result", async () => {
    const one = opened(
      [user(), calls("a", "b"), result("a", { text: SECRET }), result("b", { text: longText(60) }), reply()],
      "fine",
      `both know ${SECRET}`,
    );
    await one.pruner.prepare(one.order({}));
    redact(one, "toolResult", longText(60, 1));
    await one.pruner.flush({ ...one.order({}), summarize: one.texts.takeOrDigest });
    expect(shown(one)).toMatch(/a digest.*fine/);
    expect(shown(one)).not.toContain(SECRET);
  });

  it("is told by no text of another turn that the model was shown with the edited reply", async () => {
    const lines = [
      ...[user(), assistant({ text: `I use ${SECRET}`, calls: ["a"] }), result("a", { text: longText(10) })],
      ...[calls("b"), result("b", { text: longText(60, 1) }), reply()],
    ];
    const one = opened(lines, `after it said ${SECRET}`);
    const order = one.order({ minBatchChars: 1000 });
    await one.pruner.prepare(order);
    expect(one.model.requests).toHaveLength(1);
    redact(one, "assistant", "[redacted]");
    await one.pruner.flush({ ...order, summarize: one.texts.takeOrDigest });
    expect(shown(one)).toContain("a digest");
    expect(shown(one)).not.toContain(SECRET);
  });
});

it("asks for no text that was paid for on another branch of the file", async () => {
  const first = opened([user(), calls("a"), result("a", { text: longText(60) }), reply()], "fine");
  const { session } = first;
  const fork = session.manager.getLeafId() ?? "";
  session.add(transcript([user("more")], { start: 5000 })[0] as AgentMessage);
  await first.pruner.prepare(first.order({}));
  first.pruner.close();
  session.manager.branch(fork);
  const second = opened(session, "fine again");
  await second.pruner.flush(second.order({}));
  expect(shown(second)).toContain("fine");
  expect([first.model.requests.length, second.model.requests.length]).toEqual([1, 0]);
});

it("asks another model for what the first had no shorter text for", async () => {
  const line =
    "five lines about numbers, all of them rather dull, and each one told here in its full length again";
  const one = opened([user(), calls("a"), result("a", { text: longText(5) }), reply()], line);
  const flush = async (summarizerModel: string) =>
    (await one.pruner.flush(one.order({ summarizerModel })))?.outcome;
  expect(await flush("p/haiku")).toBe("skipped-oversized");
  expect(await flush("p/haiku")).toBe("empty");
  expect(await flush("p/other")).toBe("skipped-oversized");
  expect(one.model.requests).toHaveLength(2);
});

const three = ["a", "b", "c"].flatMap((id, at) => [calls(id), result(id, { text: longText(50, at) })]);

it("goes on where the host refuses to keep a text, and asks for none again", async () => {
  const one = opened([user(), ...three, reply()], "fine");
  one.session.refuseAfter = 0;
  await expect(one.pruner.flush(one.order({}))).rejects.toThrow("refuses");
  one.session.refuseAfter = undefined;
  expect(await one.pruner.flush(one.order({}))).toMatchObject({ outcome: "summarized", calls: 3 });
  expect(one.model.requests).toHaveLength(3);
});

it("counts once what was paid for by a flush that never came to its end", async () => {
  const one = opened([user(), ...three, reply()], "fine");
  // Its texts are kept, and nothing else.
  one.session.refuseAfter = 3;
  await expect(one.pruner.flush(one.order({}))).rejects.toThrow("refuses");
  one.session.refuseAfter = undefined;
  expect(one.pruner.state).toMatchObject({ stats: undefined, uncounted: usageOf(3) });
  one.pruner.open(one.session.port());
  await one.pruner.flush(one.order({}));
  await one.pruner.flush(one.order({}));
  expect(one.pruner.state).toMatchObject({ stats: { callCount: 3 }, uncounted: usageOf(0) });
  expect(one.model.requests).toHaveLength(3);
});
