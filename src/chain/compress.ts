import type { EntryData, MadeRange, PruneEntry } from "../model/entries.ts";
import { addUsage, NO_USAGE } from "../model/usage.ts";
import type { Usage } from "../ports.ts";
import type { PruneState } from "../state/state.ts";
import { statsEntry } from "../state/stats-entry.ts";
import { asPrompted } from "./as-prompted.ts";
import type { ChainRange } from "./detect.ts";
import { type ChainQuestion, eligibleChains } from "./eligible.ts";
import { type ChainPlan, type PlanContext, planChain } from "./plan.ts";
import { saidHash } from "./said-hash.ts";
import { deliveredIn, droppedBy, textsAbout } from "./summary-messages.ts";
import { summaryIndex } from "./summary-texts.ts";
import { trueSummaries } from "./told-from.ts";

type OnRange = (range: MadeRange, usage: Usage) => void;

/** Makes one text of several with a model, without one when it could not; what the attempt cost counts either way. */
export type Fuse = (
  texts: readonly string[],
  options?: {
    readonly signal?: AbortSignal | undefined;
    /** What was paid for, as soon as it is there. */
    readonly onPaid?: OnRange | undefined;
  },
) => Promise<{ readonly text?: string; readonly usage: Usage }>;

/** `state` is what it is after the entries of the flush that this rides on. */
export interface Compression extends ChainQuestion, Pick<PlanContext, "digest"> {
  /** Numbers of the first ref and block that no entry of the session file has used. */
  readonly firstRef: number;
  readonly firstBlock: number;
  /** ms since 1970. */
  readonly now: number;
  /** Set when a summarizer model is; it bounds its own concurrency. */
  readonly fuse?: Fuse;
  readonly signal?: AbortSignal;
  readonly onRange?: OnRange;
}

/** A compression in two steps, so that the names it gives out are in the session before it waits for a model. */
export interface CompressionPlan {
  /** To be written at once: what makes all that the chains drop recoverable. Changes nothing that is shown. */
  readonly backfill: readonly PruneEntry[];
  /** Waits for nothing but `fuse`. */
  readonly finish: () => Promise<Finished>;
}

interface Finished {
  /** The entries of the chains themselves, and of what they cost. */
  readonly entries: readonly PruneEntry[];
  /** What they cost also where the chains stay raw. */
  readonly usage: Usage;
}

/**
 * Plans the compression of every eligible chain. A failure between the two steps leaves the chains raw, and the next
 * attempt starts from the records that are there.
 */
export function planCompression(compression: Compression): CompressionPlan {
  const { state } = compression;
  const chains = eligibleChains(compression);
  const plans = planAll(chains, compression);
  return {
    backfill: [...chains.flatMap((chain) => emptyDiagnostic(chain, state)), ...backfillEntry(plans)],
    finish: async () => {
      const settled = await Promise.all(plans.map((plan) => fused(plan, compression)));
      const usage = addUsage(settled.map((each) => each.usage));
      const fusions = settled.filter(({ body }) => body.source === "fused").length;
      const entries = [
        ...settled.map(({ plan, body }, index) => chainEntry(plan, body, { compression, number: index })),
        ...statsEntry(usage, state, { compressed: settled.length, fused: fusions }),
      ];
      return { entries, usage };
    },
  };
}

/** Both steps at once: the entries in the order in which they are to be written. */
export async function compressEligible(compression: Compression): Promise<PruneEntry[]> {
  const plan = planCompression(compression);
  return [...plan.backfill, ...(await plan.finish()).entries];
}

/** Has the texts made that a compression would ask for now, of chains whose summaries are all there. */
export async function fuseAhead(compression: Compression): Promise<Usage> {
  const plans = planAll(eligibleChains(compression), compression).filter(
    ({ backfill }) => backfill.records.length === 0,
  );
  const settled = await Promise.all(plans.map((plan) => fused(plan, compression)));
  return addUsage(settled.map(({ usage }) => usage));
}

function planAll(chains: readonly ChainRange[], compression: Compression): ChainPlan[] {
  const { branch, state } = compression;
  const messages = branch.map(({ message }) => message);
  const all = summaryIndex(state, messages);
  const isTrue = trueSummaries(messages, state);
  const context: PlanContext = {
    ...compression,
    isAsPrompted: asPrompted(messages, state),
    summariesFor: (names) => all(names).filter(isTrue),
  };
  const plans: ChainPlan[] = [];
  let nextRef = compression.firstRef;
  for (const chain of chains) {
    const plan = planChain(chain, context, nextRef);
    if (!plan) continue;
    plans.push(plan);
    nextRef = plan.backfill.nextRef;
  }
  return plans;
}

interface Settled {
  readonly plan: ChainPlan;
  readonly body: { readonly text: string; readonly source: string };
  readonly usage: Usage;
}

/** The plan with one text a model made of several; with its own where that failed or came out longer. */
async function fused(
  plan: ChainPlan,
  { fuse, settings, signal, onRange: onPaid }: Compression,
): Promise<Settled> {
  const { body } = plan;
  const texts = fuse && settings.chainCompression.fuseRangeSummary ? plan.texts() : [];
  if (!fuse || texts.length < 2) return { plan, body, usage: NO_USAGE };
  const answer = await fuse(texts, { signal, onPaid }).catch(() => ({ text: "", usage: NO_USAGE }));
  const text = answer.text?.trim() ?? "";
  const isShorter = text.length <= texts.join("\n\n").length && plan.fits(text);
  return { plan, body: text !== "" && isShorter ? { text, source: "fused" } : body, usage: answer.usage };
}

function backfillEntry(plans: readonly ChainPlan[]): PruneEntry[] {
  const toolCalls = plans.flatMap(({ backfill }) => backfill.records);
  const refs = plans.flatMap(({ backfill }) => backfill.refs);
  if (toolCalls.length + refs.length === 0) return [];
  const data = { toolCalls, backfilled: true as const, ...(refs.length > 0 && { refs }) };
  return [{ type: "context-prune-index", data }];
}

interface Numbered {
  readonly compression: Compression;
  readonly number: number;
}

function chainEntry(
  { chain, backfill }: ChainPlan,
  { text, source }: Settled["body"],
  { compression: { branch, firstBlock, now, settings }, number }: Numbered,
): PruneEntry {
  const { startIndex, endIndex, startUserTimestamp, finalAssistantTimestamp, protectedToolCallIds } = chain;
  const told = branch.slice(startIndex + 1, endIndex).map(({ message }) => message);
  const data: Omit<EntryData<"context-prune-chain">, "saidHash"> = {
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
  const delivered = textsAbout(deliveredIn(branch), droppedBy(data));
  return { type: "context-prune-chain", data: { ...data, saidHash: saidHash(told, delivered) } };
}

/** A chain with calls and no result of any: there is nothing to recover, so nothing may be dropped. Said once. */
function emptyDiagnostic(chain: ChainRange, { diagnosed }: Readonly<PruneState>): PruneEntry[] {
  const key = String(chain.startUserTimestamp);
  if (chain.middleToolCallIds.length > 0 || diagnosed.has(`backfill-empty\0${key}`)) return [];
  const detail = `the chain from ${key} has ${chain.calls} calls and no result of any`;
  return [{ type: "context-prune-diagnostic", data: { kind: "backfill-empty", key, detail } }];
}
