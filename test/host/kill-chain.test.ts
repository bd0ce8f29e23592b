import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { FusionMaker } from "../../src/flush/fusion-maker.ts";
import { pruneEntries } from "../../src/host/prune-entries.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { fold } from "../../src/state/reducers.ts";
import { ANSWER, flushOrder } from "../support/flush-order.ts";
import { managerModule } from "../support/killed-flush.ts";
import type { RealSessionManager } from "../support/memory-session.ts";
import { calls, longText, reply, result, transcript, user } from "../support/transcript.ts";
import { openPruner } from "../support/whole-flush.ts";

const root = mkdtempSync(join(tmpdir(), "pi-condense-kill-chain-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const work = (name: string) => {
  const ids = Array.from({ length: 6 }, (_, at) => `${name}${at}`);
  return [
    calls(...ids),
    ...ids.map((id, at) => result(id, { text: longText(60, name.charCodeAt(0) + 9 * at) })),
  ];
};
const messages = transcript([user("one"), ...work("a"), ...work("b"), reply(), user("two")]);

interface FileSessions {
  create(cwd: string, directory: string): RealSessionManager & { getSessionFile(): string };
  open(file: string): RealSessionManager;
}

/** Flushes everything, with the chain; returns how often its merged text was asked for. */
async function flush(session: RealSessionManager): Promise<number> {
  const pruner = openPruner(session);
  let asked = 0;
  const fuse = async () => {
    asked++;
    return { ok: true as const, text: "both were long", usage: ANSWER };
  };
  const fusions = new FusionMaker({
    summarizer: { fuse },
    userText: () => undefined,
    hurry: () => new AbortController().signal,
    kept: () => pruner.kept()?.ranges,
  });
  const chainCompression = { ...defaultSettings.chainCompression, rollingWindow: 0 };
  const settings = { ...defaultSettings, minBatchChars: 0, chainCompression };
  await pruner.flush(flushOrder({ settings, fuse: fusions.make }));
  return asked;
}

const entriesOf = (session: RealSessionManager) => [...pruneEntries(session.getBranch())];

// Every entry is one line, written at once: what a kill leaves is a beginning of the file.
it.each(["a", "b"] as const)(
  "a compression killed behind any of its entries is completed by the next flush (%s)",
  async (host) => {
    const sessions: FileSessions = (await import(/* @vite-ignore */ managerModule(host))).SessionManager;
    const folder = join(root, host);
    mkdirSync(folder, { recursive: true });
    const session = sessions.create(root, folder);
    for (const message of messages) session.appendMessage(message);
    const file = session.getSessionFile();
    const before = readFileSync(file, "utf8").trimEnd().split("\n").length;
    expect(await flush(sessions.open(file))).toBe(1);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const types = entriesOf(sessions.open(file)).map(({ type }) => type);
    expect(types).toContain("context-prune-texts");
    expect(types).toContain("context-prune-chain");
    for (let length = before; length <= lines.length; length++) {
      const killed = join(folder, `killed-${length}.jsonl`);
      writeFileSync(killed, `${lines.slice(0, length).join("\n")}\n`);
      expect(openPruner(sessions.open(killed)).state).toEqual(fold(entriesOf(sessions.open(killed))));
      const wasPaid = entriesOf(sessions.open(killed)).some(({ type }) => type === "context-prune-texts");
      expect(await flush(sessions.open(killed))).toBe(wasPaid ? 0 : 1);
      const entries = entriesOf(sessions.open(killed));
      const chains = entries.filter(({ type }) => type === "context-prune-chain");
      expect(chains.map(({ data }) => data)).toMatchObject([{ rangeSummaryText: "both were long" }]);
      const records = entries.flatMap(({ type, data }) =>
        type === "context-prune-index" ? data.toolCalls : [],
      );
      expect(new Set(records.map(({ ref }) => ref)).size).toBe(12);
      expect(records).toHaveLength(12);
    }
  },
);
