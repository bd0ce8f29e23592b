import { type CapturedBatch, rawChars } from "../../model/batch.ts";
import type { SummarizeAllOptions, SummaryResult } from "../../ports.ts";

/** How a flush tells what it is at, batch by batch, by their places in the list it was begun with. */
export type FlushProgress = Pick<SummarizeAllOptions, "onProgress" | "onDone">;

/** One batch of a flush under way. Sizes in characters. */
export interface ProgressRow {
  readonly calls: number;
  readonly rawChars: number;
  readonly state:
    | { readonly kind: "pending" }
    | { readonly kind: "running"; readonly chars: number }
    | { readonly kind: "done"; readonly chars: number }
    | { readonly kind: "failed"; readonly message: string };
}

/** What is known of a flush's batches so far. */
export class Progress implements FlushProgress {
  readonly #rows: ProgressRow[];
  readonly #changed: (what: "chars" | "state") => void;

  constructor(batches: readonly CapturedBatch[], changed: (what: "chars" | "state") => void = () => {}) {
    this.#rows = batches.map((batch) => ({
      calls: batch.calls.length,
      rawChars: rawChars(batch),
      state: { kind: "pending" },
    }));
    this.#changed = changed;
  }

  get rows(): readonly ProgressRow[] {
    return this.#rows;
  }

  onProgress = (batch: number, chars: number): void => {
    const isNew = this.#rows[batch]?.state.kind !== "running";
    this.#set(batch, { kind: "running", chars }, isNew ? "state" : "chars");
  };

  onDone = (batch: number, result: SummaryResult): void => {
    const state: ProgressRow["state"] = result.ok
      ? { kind: "done", chars: summaryChars(result) }
      : { kind: "failed", message: result.message };
    this.#set(batch, state, "state");
  };

  #set(batch: number, state: ProgressRow["state"], what: "chars" | "state"): void {
    const row = this.#rows[batch];
    if (!row) return;
    this.#rows[batch] = { ...row, state };
    this.#changed(what);
  }
}

const summaryChars = ({ lines, remarks }: Extract<SummaryResult, { ok: true }>): number =>
  lines.reduce((sum, text) => sum + text.length, remarks.length);
