import { type Compression, compressEligible } from "../../src/chain/compress.ts";
import { digestCall } from "../../src/digest/digest.ts";
import { digestCallOf } from "../../src/digest/digest-call.ts";
import type { BranchMessage } from "../../src/model/branch.ts";
import type { EntryData, EntryType, PruneEntry, ToolCallRecord } from "../../src/model/entries.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { fold } from "../../src/state/reducers.ts";
import { assistant, call, calls, type Line, longText, reply, result, user } from "../support/transcript.ts";

/** A prompt that one tool call answers, with `lines` of output; ids and outputs differ by `number`. */
export const prompt = (number: number, lines = 60): Line[] => [
  user(`prompt ${number}`),
  calls(call(`c${number}`, "bash", { command: `make ${number}` })),
  result(`c${number}`, { text: longText(lines, number) }),
  reply(`answer ${number}`, { thinking: "hm", signature: "s" }),
];

export const prompts = (count: number, lines?: number): Line[] =>
  Array.from({ length: count }, (_, index) => prompt(index + 1, lines)).flat();

export const compression = (
  branch: readonly BranchMessage[],
  entries: readonly PruneEntry[] = [],
  changed: Partial<Compression> = {},
): Compression => ({
  branch,
  state: fold(entries),
  settings: defaultSettings,
  isProtected: () => false,
  digest: (one) => digestCall(digestCallOf(one), defaultSettings.digest),
  firstRef: 1,
  firstBlock: 1,
  now: 9_000_000,
  ...changed,
});

export const compress = (...args: Parameters<typeof compression>): Promise<PruneEntry[]> =>
  compressEligible(compression(...args));

export const dataOf = <K extends EntryType>(entries: readonly PruneEntry[], type: K): EntryData<K>[] =>
  entries.flatMap((entry) => (entry.type === type ? [entry.data as EntryData<K>] : []));

export const index = (toolCalls: ToolCallRecord[]): PruneEntry => ({
  type: "context-prune-index",
  data: { toolCalls },
});

/** Settings with another rolling window or other chain settings. */
export const chainSettings = (changed: Partial<typeof defaultSettings.chainCompression>) => ({
  ...defaultSettings,
  chainCompression: { ...defaultSettings.chainCompression, ...changed },
});

/** One chain: a read, a small edit without a record, a failing run, all in two turns. */
export const task: Line[] = [
  user("fix it"),
  assistant({
    text: "Let me look.",
    calls: [call("a", "read", { path: "src/a.ts" }), call("e", "edit", { path: "src/a.ts" })],
  }),
  result("a", { text: longText(80) }),
  result("e", { text: "Replaced 1 block." }),
  calls(call("b", "bash", { command: "npm test" })),
  result("b", { text: `${longText(9, 3)}\nCommand exited with code 1`, error: true, images: 1 }),
  reply("fixed"),
];

/** A record of its read with a stub. */
export const stubbed: ToolCallRecord = {
  toolCallId: "a",
  toolName: "read",
  resultTimestamp: 1002,
  ref: "t7",
  entryId: "e2",
  chars: 2709,
  stub: '[pruned · ref `t7` · read]\nexports parse and print\n[full output: context_tree_query({ toolCallIds: ["t7"] })]',
};
