import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pruneEntries } from "../../src/host/prune-entries.ts";
import type { PruneEntry, ToolCallRecord } from "../../src/model/entries.ts";
import { textOf } from "../../src/model/message.ts";
import { keyOfRecord } from "../../src/model/record.ts";
import { namesInFile } from "../../src/state/names.ts";
import { fold } from "../../src/state/reducers.ts";
import { killedFlush, managerModule } from "../support/killed-flush.ts";
import type { RealSessionManager } from "../support/memory-session.ts";
import { call, calls, longText, reply, result, transcript, user } from "../support/transcript.ts";
import { flushWhole, openPruner } from "../support/whole-flush.ts";

interface FileSessions {
  create(cwd: string, directory: string): RealSessionManager & { getSessionFile(): string };
  open(file: string): RealSessionManager;
}

const write = call("w", "write", { path: "a.ts", content: longText(40, 4) });

/** Two turns that were read, with a repeat, long arguments and a failure, and a large result that nobody has read. */
const messages = transcript([
  user("one"),
  calls("a", "b", write),
  result("a", { text: longText(40, 1) }),
  result("b", { text: longText(40, 2), error: true }),
  result("w", { text: "ok" }),
  calls("c"),
  result("c", { text: longText(40, 1) }),
  reply(),
  user("two"),
  calls("big", "again"),
  result("big", { text: longText(200, 3) }),
  result("again", { text: longText(200, 3) }),
]);

const root = mkdtempSync(join(tmpdir(), "pi-condense-kill-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(["a", "b"] as const)("on host %s, a flush killed at any of its writes", (host) => {
  const place = (name: string) => join(root, host, name);
  let sessions: FileSessions;
  let file = "";
  let writes = 0;

  const newSession = (name: string): string => {
    mkdirSync(place(name), { recursive: true });
    const session = sessions.create(root, place(name));
    for (const message of messages) session.appendMessage(message);
    return session.getSessionFile();
  };

  beforeAll(async () => {
    sessions = (await import(/* @vite-ignore */ managerModule(host))).SessionManager;
    file = newSession("whole");
    writes = Number(killedFlush({ host, file, copies: place("copies") }));
  }, 120_000);

  const copiesLike = (pattern: RegExp): readonly string[] =>
    readdirSync(place("copies"))
      .filter((name) => pattern.test(name))
      .map((name) => join(place("copies"), name, basename(file)));

  it("writes files, summaries, records and aliases", () => {
    expect(entriesOf(sessions.open(file)).map(({ type }) => type.replace("context-prune-", ""))).toEqual([
      "index",
      "dedup-alias",
      "texts",
      "summary",
      "index",
      "dedup-alias",
      "frontier",
      "stats",
      "flush-metrics",
    ]);
    expect(writes).toBeGreaterThan(10);
  });

  it("leaves a session that nothing is lost from, and that the next flush completes", async () => {
    const killed = copiesLike(/^\d+$/);
    expect(killed).toHaveLength(writes);
    for (const copy of killed) await expectFlushGoesOn(() => sessions.open(copy));
  });

  it("leaves a readable session even where the power went out in the middle of a write", () => {
    const torn = copiesLike(/-torn$/);
    expect(torn.length).toBeGreaterThan(6);
    for (const copy of torn) expectWhole(sessions.open(copy));
  });

  it("is completed by the next one when its process really dies", async () => {
    for (const killAt of [4, writes - 3]) {
      const killed = newSession(`killed-${killAt}`);
      expect(killedFlush({ host, file: killed, copies: place(`before-${killAt}`), killAt })).toBe("killed");
      await expectFlushGoesOn(() => sessions.open(killed));
    }
  }, 120_000);
});

/** The session is whole, and the next flush records what is missing, asks about nothing twice, and leaves it whole. */
async function expectFlushGoesOn(open: () => RealSessionManager): Promise<void> {
  expectWhole(open());
  const known = new Set([
    ...recordsOf(open()).map(keyOfRecord),
    ...namesInFile(entriesOf(open())).texts.keys(),
  ]);
  const { asked } = await flushWhole(open());
  expect(asked.flatMap((batch) => batch.calls).filter(({ key }) => known.has(key))).toEqual([]);
  expectWhole(open());
  const records = recordsOf(open());
  expect(records.map(({ toolCallId }) => toolCallId).sort()).toEqual(["a", "again", "b", "big", "c", "w"]);
  expect(new Set(records.map(({ ref }) => ref)).size).toBe(records.length);
}

const entriesOf = (session: RealSessionManager): readonly PruneEntry[] => [
  ...pruneEntries(session.getBranch()),
];

function recordsOf(session: RealSessionManager): readonly ToolCallRecord[] {
  return entriesOf(session).flatMap(({ type, data }) => {
    if (type === "context-prune-index") return data.toolCalls;
    return type === "context-prune-dedup-alias" && data.record ? [data.record] : [];
  });
}

/** Every message is there, and whatever is shown in the place of a result is that result's own and leads back to it. */
function expectWhole(session: RealSessionManager): void {
  const { messages: held } = session.buildSessionContext();
  expect(held.filter(({ role }) => (role as string) !== "system")).toEqual(messages);
  const pruner = openPruner(session);
  expect(pruner.state).toEqual(fold(entriesOf(session)));
  const rendered = pruner.render(held);
  for (const [index, message] of rendered.entries()) {
    const source = held[index];
    if (message === source || message.role !== "toolResult" || source?.role !== "toolResult") continue;
    const record = recordsOf(session).find(({ stub }) => stub === textOf(message.content));
    expect(record).toMatchObject({ toolCallId: source.toolCallId, resultTimestamp: source.timestamp });
    if (record?.spillPath !== undefined)
      expect(sidecarOf(session, record.spillPath)).toBe(textOf(source.content));
  }
}

/** The sidecar beside this copy of a session. */
const sidecarOf = (session: RealSessionManager, spillPath: string): string =>
  readFileSync(join(session.getSessionDir(), `${session.getSessionId()}-blobs`, basename(spillPath)), "utf8");
