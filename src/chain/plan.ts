import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import { messageChars } from "../model/size.ts";
import { isRestored } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";
import type { Digest } from "../summary/digest-summary.ts";
import { archivable, type Backfill, extractChainRecords } from "./backfill.ts";
import { bodyBudget, buildDeterministicBody, listed } from "./body.ts";
import { type CallFacts, itemsOf } from "./call-items.ts";
import type { ChainRange } from "./detect.ts";
import type { ChainQuestion } from "./eligible.ts";
import { shownChars } from "./shown-chars.ts";
import { type FindSummaries, summaryTexts } from "./summary-texts.ts";
import { syntheticMessage } from "./synthetic.ts";

export interface PlanContext extends Pick<ChainQuestion, "branch" | "state" | "all"> {
  readonly summariesFor: FindSummaries;
  readonly isAsPrompted: CallFacts["isAsPrompted"];
  /** Says what is worth keeping of a call that has no stub. */
  readonly digest: Digest;
}

/** How one chain would be compressed. */
export interface ChainPlan {
  readonly chain: ChainRange;
  readonly backfill: Backfill;
  readonly body: { readonly text: string; readonly source: "deterministic" | "summaries" };
  /** The distinct texts of its batches, which a model may make one of; made when asked for. */
  readonly texts: () => readonly string[];
  /** Whether the block with another body is still short enough. */
  readonly fits: (body: string) => boolean;
}

// Enough for the lines of any batch; what a model is asked to fuse is short already.
const BATCH_TEXT_CHARS = 6000;

/**
 * Characters that a block must be shorter than what it stands for. By itself nothing old is rewritten for a few words:
 * all behind it would be written to the provider's cache again.
 */
export const leastGain = (all: boolean): number => (all ? 1 : 500);

/** Undefined for a chain that stays raw: damaged, all of it protected, or hardly longer than its block would be. */
export function planChain(chain: ChainRange, context: PlanContext, firstRef: number): ChainPlan | undefined {
  const { branch, state, all = false } = context;
  if (!chain.isWhole || isFullyProtected(chain)) return undefined;
  const backfill = extractChainRecords(chain, state, firstRef);
  const dropped = shownChars(chain, branch, state);
  const most = dropped - leastGain(all);
  const fits = (body: string) => blockChars(chain, backfill, { state, body }) <= most;
  const { body, texts } = bodyOf({
    chain,
    context,
    refOfKey: backfill.refOfKey,
    budget: bodyBudget(dropped),
  });
  return fits(body.text) ? { chain, backfill, body, texts, fits } : undefined;
}

export function isFullyProtected(chain: ChainRange): boolean {
  const kept = new Set(chain.protectedOccurrenceKeys);
  const calls = archivable(chain);
  return calls.length > 0 && calls.every(({ call }) => kept.has(call.key));
}

/** What stays in the context in full: protected calls, and those a person has taken back. */
export function relocatedCalls(chain: ChainRange, state: Readonly<PruneState>): CapturedCall[] {
  const kept = new Set(chain.protectedOccurrenceKeys);
  return archivable(chain).flatMap(({ call }) =>
    kept.has(call.key) || isRestored(state, call.key, call.toolCallId) ? [call] : [],
  );
}

interface Bodied {
  readonly state: Readonly<PruneState>;
  readonly body: string;
}

function blockChars(chain: ChainRange, { refOfKey }: Backfill, { state, body }: Bodied): number {
  const message = syntheticMessage({
    // As long as any that will be given out.
    blockId: "b0000000",
    toolRefs: [...refOfKey.values()],
    body,
    relocated: relocatedCalls(chain, state),
    compressedAt: 0,
  });
  return messageChars(message);
}

interface BodyQuestion {
  readonly chain: ChainRange;
  readonly context: PlanContext;
  readonly refOfKey: ReadonlyMap<OccurrenceKey, string>;
  readonly budget: number;
}

function bodyOf({ chain, context, refOfKey, budget }: BodyQuestion): Pick<ChainPlan, "body" | "texts"> {
  const { state, digest, isAsPrompted } = context;
  const kept = relocatedCalls(chain, state).map(({ key }) => key);
  const facts: CallFacts = { state, refOfKey, protectedKeys: new Set(kept), digest, isAsPrompted };
  const parts = chain.batches.map((batch) => {
    const { summaries, untold } = readBatch(batch, context, refOfKey);
    return { written: summaryTexts(summaries), items: itemsOf(untold, facts) };
  });
  const written = distinct(parts.flatMap((part) => part.written));
  const items = parts.flatMap((part) => part.items);
  const body =
    written.length === 0
      ? { text: buildDeterministicBody(chain, items, budget), source: "deterministic" as const }
      : {
          text: [...written, listed(items, budget).lines.join("\n")].filter(Boolean).join("\n\n"),
          source: "summaries" as const,
        };
  const texts = () =>
    parts.flatMap((part) => [...part.written, listed(part.items, BATCH_TEXT_CHARS).lines.join("\n")]);
  return { body, texts: () => distinct(texts()) };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ""))];

/** The summaries that tell of a batch, and what of it none of them tells. */
function readBatch(
  batch: CapturedBatch,
  { summariesFor }: PlanContext,
  refOfKey: ReadonlyMap<OccurrenceKey, string>,
) {
  const found = batch.calls.map(({ key }) => summariesFor([key, refOfKey.get(key) ?? key]));
  const calls = batch.calls.filter((_, index) => found[index]?.length === 0);
  const isUntold = calls.length === batch.calls.length;
  return {
    summaries: found.flat(),
    untold: { ...batch, calls, assistantText: isUntold ? batch.assistantText : "" },
  };
}
