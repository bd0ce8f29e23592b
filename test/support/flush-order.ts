import type { FlushOrder } from "../../src/flush/order.ts";
import type { SummarizeAll, Usage } from "../../src/ports.ts";
import { defaultSettings } from "../../src/settings/settings.ts";

/** What one answer of a model costs here. */
export const ANSWER: Usage = { input: 100, output: 10, cost: 0.5, calls: 1 };

/** A model's summaries: a short line for each call. */
export const shortly: SummarizeAll = (batches) =>
  batches.map(({ calls }) => ({
    ok: true,
    source: "model",
    lines: calls.map(({ toolCallId }) => `what ${toolCallId} said`),
    remarks: "",
    usage: ANSWER,
  }));

/** A flush by hand of everything that was read, with summaries as a model writes them. */
export const flushOrder = (changed: Partial<FlushOrder> = {}): FlushOrder => ({
  trigger: "manual",
  keep: 0,
  settings: { ...defaultSettings, minBatchChars: 0 },
  isProtected: () => false,
  summarize: shortly,
  digest: () => "",
  nonce: "n0nce",
  now: () => 9,
  ...changed,
});
