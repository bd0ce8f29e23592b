import { digestCall } from "../../src/digest/digest.ts";
import { digestCallOf } from "../../src/digest/digest-call.ts";
import type { CapturedBatch, CapturedCall } from "../../src/model/batch.ts";
import { textOf } from "../../src/model/message.ts";
import type { BatchSummary, SummarizeAll, SummaryResult, Usage } from "../../src/ports.ts";
import type { Settings } from "../../src/settings/schema.ts";
import { digestSummary } from "../../src/summary/digest-summary.ts";
import { linesIn } from "./laws/redacted.ts";

/** What makes the texts of a flush: the real digest, or a model of some temper. */
export type Summarizer = "digest" | "model" | "remarks" | "quoting" | "verbose" | "failing" | "throwing";

const USAGE: Usage = { input: 1, output: 1, cost: 0, calls: 1 };

/** The real digest, as the settings have it. */
export const digestWith =
  ({ digest }: Pick<Settings, "digest">) =>
  (call: CapturedCall): string =>
    digestCall(digestCallOf(call), digest);

/** Told what was said about a result, by its entry. */
export type Remember = (entryId: string, lines: string) => void;

export interface SummarizeParts {
  readonly settings: Settings;
  readonly remember: Remember;
  /** What it waits for before it answers. */
  readonly gate?: Promise<void>;
}

export function summarizeWith(
  summarizer: Summarizer,
  { settings, remember, gate }: SummarizeParts,
): SummarizeAll {
  return async (batches) => {
    await gate;
    if (summarizer === "throwing") throw new Error("the summarizer breaks");
    return batches.map((batch): SummaryResult => {
      const result = summarized(summarizer, batch, settings);
      for (const [index, { entryId = "" }] of batch.calls.entries())
        if (result.ok) remember(entryId, result.lines[index] ?? "");
      return result;
    });
  };
}

/** What a summarizer makes of one batch; a model's lines name the entry they are about. */
function summarized(summarizer: Summarizer, batch: CapturedBatch, settings: Settings): SummaryResult {
  if (summarizer === "failing") return { ok: false, reason: "failed", message: "no model", usage: USAGE };
  if (summarizer === "digest") return { ok: true, ...digestSummary(batch, digestWith(settings)) };
  if (summarizer === "quoting") return { ok: true, source: "model", ...quoted(batch), usage: USAGE };
  const lines = batch.calls.map(({ entryId }) =>
    summarizer === "verbose" ? "so many words ".repeat(5000) : `what ${entryId} showed`,
  );
  const remarks = summarizer === "remarks" ? "All of these calls were about one thing." : "";
  return { ok: true, source: "model", lines, remarks, usage: USAGE };
}

/** Of each call what its own result and any reply said, and of all of them together what all results did. */
function quoted(batch: CapturedBatch): Pick<BatchSummary, "lines" | "remarks"> {
  const replies = new Set(batch.calls.flatMap(({ assistant }) => assistant ?? []));
  const said = [...replies].flatMap((reply) => linesIn(reply).slice(0, 2));
  const shown = batch.calls.map(({ content }) => textOf(content).split("\n")[0] ?? "");
  return { lines: shown.map((line) => [line, ...said].join("\n")), remarks: shown.join("\n") };
}
