import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { TextMaker } from "../../src/flush/text-maker.ts";
import { hostSession } from "../../src/host/session.ts";
import type { CapturedBatch } from "../../src/model/batch.ts";
import { Pruner } from "../../src/pruner.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import type { Summarizer } from "../../src/summary/summarizer.ts";
import { flushOrder, shortly } from "./flush-order.ts";
import type { RealSessionManager } from "./memory-session.ts";

const settings = { ...defaultSettings, spillThreshold: 5000, minBatchChars: 0 };
const isProtected = () => false;

/** The pruner of a session of either host, with its own adapter onto it. */
export function openPruner(manager: RealSessionManager): Pruner {
  const pi = { appendEntry: (type: string, data: unknown) => manager.appendCustomEntry(type, data) };
  const pruner = new Pruner();
  // The adapter uses `appendEntry` and `sessionManager` only, and the real manager has every method it reads by.
  pruner.open(
    hostSession(
      pi as unknown as ExtensionAPI,
      { sessionManager: manager } as unknown as ExtensionContext,
      () => false,
    ),
  );
  return pruner;
}

/**
 * Spills what is large and flushes everything that was read, with summaries as a model writes them. Returns the pruner
 * and the batches that the summarizer was asked about.
 */
export async function flushWhole(
  manager: RealSessionManager,
): Promise<{ readonly pruner: Pruner; readonly asked: readonly CapturedBatch[] }> {
  const pruner = openPruner(manager);
  const failures = pruner.spill({ settings, isProtected });
  if (failures.length > 0) throw new Error(failures.join("; "));
  const asked: CapturedBatch[] = [];
  const summarizer: Pick<Summarizer, "summarizeAll"> = {
    async summarizeAll(batches, optionsFor) {
      asked.push(...batches);
      const results = await shortly(batches, {});
      for (const [index, result] of results.entries()) optionsFor(index).onDone?.(result);
      return results;
    },
  };
  const texts = new TextMaker({
    summarizer,
    digest: () => "",
    userText: () => undefined,
    basis: () => "",
    hurry: () => new AbortController().signal,
    kept: pruner.kept,
  });
  await pruner.flush(flushOrder({ settings, summarize: texts.make }));
  return { pruner, asked };
}
