import type { EntryData, PruneEntry } from "../model/entries.ts";
import type { PruneState } from "../state/state.ts";
import type { ChainRange } from "./detect.ts";
import { type ChainQuestion, eligibleChains } from "./eligible.ts";
import { type ChainPlan, type PlanContext, planChain } from "./plan.ts";
import { summaryIndex } from "./summary-texts.ts";

/** Makes one text of several with a model; undefined when it could not. */
export type Fuse = (texts: readonly string[]) => Promise<string | undefined>;

/** `state` is what it is after the entries of the flush that this rides on. */
export interface Compression extends ChainQuestion, Pick<PlanContext, "digest"> {
  /** Numbers of the first ref and block that no entry of the session file has used. */
  readonly firstRef: number;
  readonly firstBlock: number;
  /** ms since 1970. */
  readonly now: number;
  /** Set when a summarizer model is; it bounds its own concurrency. */
  readonly fuse?: Fuse;
}

/**
 * The entries that compress every eligible chain, to be written in order: first one index entry that makes all they
 * drop recoverable, then the chains. A failure between the two leaves the chains raw, and the next attempt starts from
 * the records that are there. Waits for nothing but `fuse`.
 */
export async function compressEligible(compression: Compression): Promise<PruneEntry[]> {
  const { state } = compression;
  const chains = eligibleChains(compression);
  const plans = await Promise.all(planAll(chains, compression).map((plan) => fused(plan, compression)));
  return [
    ...chains.flatMap((chain) => emptyDiagnostic(chain, state)),
    ...backfillEntry(plans),
    ...plans.map(({ plan, body }, index) => chainEntry(plan, body, { compression, number: index })),
    ...statsEntry(plans, state),
  ];
}

function planAll(chains: readonly ChainRange[], compression: Compression): ChainPlan[] {
  const context: PlanContext = { ...compression, summariesFor: summaryIndex(compression.state) };
  const plans: ChainPlan[] = [];
  let nextRef = compression.firstRef;
  for (const chain of chains) {
    const plan = planChain(chain, context, nextRef);
    if (!plan) continue;
    plans.push(plan);
    nextRef += plan.backfill.refs.length;
  }
  return plans;
}

interface Settled {
  readonly plan: ChainPlan;
  readonly body: { readonly text: string; readonly source: string };
}

/** The plan with one text a model made of several; with its own where that failed or came out longer. */
async function fused(plan: ChainPlan, { fuse, settings }: Compression): Promise<Settled> {
  const { texts, body } = plan;
  if (!fuse || !settings.chainCompression.fuseRangeSummary || texts.length < 2) return { plan, body };
  const text = (await fuse(texts).catch(() => undefined))?.trim() ?? "";
  const isShorter = text.length <= texts.join("\n\n").length && plan.fits(text);
  return { plan, body: text !== "" && isShorter ? { text, source: "fused" } : body };
}

function backfillEntry(plans: readonly Settled[]): PruneEntry[] {
  const toolCalls = plans.flatMap(({ plan }) => plan.backfill.records);
  const refs = plans.flatMap(({ plan }) => plan.backfill.refs);
  if (refs.length === 0) return [];
  return [{ type: "context-prune-index", data: { toolCalls, backfilled: true, refs } }];
}

interface Numbered {
  readonly compression: Compression;
  readonly number: number;
}

function chainEntry(
  { chain, backfill }: ChainPlan,
  { text, source }: Settled["body"],
  { compression: { firstBlock, now, settings }, number }: Numbered,
): PruneEntry {
  const { startUserTimestamp, finalAssistantTimestamp, protectedToolCallIds } = chain;
  const data: EntryData<"context-prune-chain"> = {
    blockId: `b${firstBlock + number}`,
    startUserTimestamp,
    finalAssistantTimestamp,
    droppedToolCallIds: [...chain.middleToolCallIds],
    droppedOccurrenceKeys: [...chain.middleOccurrenceKeys],
    ...(protectedToolCallIds.length > 0 && {
      protectedToolCallIds: [...protectedToolCallIds],
      protectedOccurrenceKeys: [...chain.protectedOccurrenceKeys],
    }),
    toolRefs: [...backfill.refOfKey.values()],
    compressedAt: now,
    rangeSummaryText: text,
    bodySource: source,
    stripThinking: settings.chainCompression.stripFinalAssistantThinking,
  };
  return { type: "context-prune-chain", data };
}

function statsEntry(plans: readonly Settled[], { stats }: Readonly<PruneState>): PruneEntry[] {
  if (plans.length === 0) return [];
  const fusions = plans.filter(({ body }) => body.source === "fused").length;
  return [
    {
      type: "context-prune-stats",
      data: {
        totalInputTokens: stats?.totalInputTokens ?? 0,
        totalOutputTokens: stats?.totalOutputTokens ?? 0,
        totalCost: stats?.totalCost ?? 0,
        callCount: stats?.callCount ?? 0,
        chainsCompressed: (stats?.chainsCompressed ?? 0) + plans.length,
        rangesSummarized: (stats?.rangesSummarized ?? 0) + fusions,
      },
    },
  ];
}

/** A chain with calls and no result of any: there is nothing to recover, so nothing may be dropped. Said once. */
function emptyDiagnostic(chain: ChainRange, { diagnosed }: Readonly<PruneState>): PruneEntry[] {
  const key = String(chain.startUserTimestamp);
  if (chain.middleToolCallIds.length > 0 || diagnosed.has(`backfill-empty\0${key}`)) return [];
  const detail = `the chain from ${key} has ${chain.calls} calls and no result of any`;
  return [{ type: "context-prune-diagnostic", data: { kind: "backfill-empty", key, detail } }];
}
