import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import type { entrySchemas } from "../../src/model/entries.ts";
import type { Rpc, RpcRecord } from "./rpc.ts";
import { pruneEntries, readSessionFile } from "./session-file.ts";

/** The entries of the session that a Pi in RPC mode has open, as they stand in its file. */
export async function entriesOf(rpc: Rpc): Promise<readonly SessionEntry[]> {
  const { sessionFile } = await rpc.call({ type: "get_state" });
  return readSessionFile(String(sessionFile)).entries;
}

/** The data of the pruner's entries of one type, in order. */
export const dataOf = (
  entries: readonly SessionEntry[],
  type: keyof typeof entrySchemas,
): readonly Readonly<Record<string, unknown>>[] =>
  pruneEntries({ entries }).flatMap((entry) =>
    // Written by the product, which validates what it reads.
    entry.type === "custom" && entry.customType === type ? [entry.data as Record<string, unknown>] : [],
  );

/** Why each flush of a session ran, and what came of it: `boundary: summarized`. */
export const flushesIn = (entries: readonly SessionEntry[]): readonly string[] =>
  dataOf(entries, "context-prune-flush-metrics").map(({ trigger, outcome }) => `${trigger}: ${outcome}`);

const statusOf = ({ method, statusKey, statusText }: RpcRecord): string | undefined =>
  method === "setStatus" && statusKey === "context-prune" ? String(statusText) : undefined;

const isBusy = (record: RpcRecord): boolean => statusOf(record)?.includes("summarizing") ?? false;

/** Waits until a flush begins, at or after record number `from`. A run's own begins a moment after the run. */
export const flushBegan = (rpc: Rpc, from = 0): Promise<RpcRecord> => rpc.waitFor(isBusy, from);

/** Waits for the end of a flush that began at or after record number `from`. */
export async function flushEnded(rpc: Rpc, from = 0): Promise<void> {
  const begin = await flushBegan(rpc, from);
  await rpc.waitFor(
    (record) => statusOf(record) !== undefined && !isBusy(record),
    rpc.records.indexOf(begin, from),
  );
}

/** What the pruner said to the person, from record number `from` on. */
export const noticesOf = (rpc: Rpc, from = 0): readonly string[] =>
  rpc.records.slice(from).flatMap(({ method, message }) => (method === "notify" ? [String(message)] : []));
