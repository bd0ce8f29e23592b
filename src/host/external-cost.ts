/** Cumulative figures of the session's file, as far as they grow while it is open. */
export interface SummarizerTotals {
  readonly totalInputTokens: number;
  readonly totalOutputTokens: number;
  readonly totalCost: number;
}

type Emit = (channel: string, data: unknown) => void;

/**
 * Tells other extensions what summaries cost, by the reference's event: everything since the session was opened, also
 * on branches that were left meanwhile, anew whenever it grows.
 */
export class ExternalCost {
  readonly #emit: Emit;
  #base: SummarizerTotals = NOTHING;
  #spent: SummarizerTotals = NOTHING;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** A session was opened: what it cost before is not told again. */
  open(totals: SummarizerTotals | undefined): void {
    this.#spent = NOTHING;
    this.#base = totals ?? NOTHING;
  }

  /** Another branch became the active one, with totals of its own. */
  rebase(totals: SummarizerTotals | undefined): void {
    this.#base = totals ?? NOTHING;
  }

  /** The totals as they are now. Emits when they have grown, and tells by what. */
  observe(totals: SummarizerTotals | undefined): SummarizerTotals | undefined {
    const now = totals ?? NOTHING;
    const grown = subtract(now, this.#base);
    if (grown.totalInputTokens + grown.totalOutputTokens + grown.totalCost <= 0) return undefined;
    this.#base = now;
    this.#spent = subtract(this.#spent, negated(grown));
    const { totalCost, totalInputTokens: inputTokens, totalOutputTokens: outputTokens } = this.#spent;
    // Host B throws for an extension whose session is gone: then nobody listens.
    try {
      this.#emit("cost:external", { source: "pi-condense", totalCost, inputTokens, outputTokens });
    } catch {}
    return grown;
  }
}

const NOTHING: SummarizerTotals = { totalInputTokens: 0, totalOutputTokens: 0, totalCost: 0 };

const subtract = (a: SummarizerTotals, b: SummarizerTotals): SummarizerTotals => ({
  totalInputTokens: a.totalInputTokens - b.totalInputTokens,
  totalOutputTokens: a.totalOutputTokens - b.totalOutputTokens,
  totalCost: a.totalCost - b.totalCost,
});

const negated = (totals: SummarizerTotals): SummarizerTotals => subtract(NOTHING, totals);
