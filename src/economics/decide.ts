import { cacheRules } from "./cache.ts";
import { capacityTrigger, observeUsage } from "./capacity.ts";
import { type ColdCause, coldCause } from "./cold.ts";
import { modelKey } from "./host-model.ts";
import type { TriggerMemory } from "./memory.ts";
import type { Moment } from "./moment.ts";
import { cachePrices, tierThresholds } from "./prices.ts";
import { accrue, isPaid, paysAtPrompt, type RentQuestion } from "./rent.ts";

/** Why a flush is due. `message-end` is the reference's flush at a final reply. */
export type FlushReason =
  | "manual"
  | "message-end"
  | "cold"
  | "rent"
  | "boundary"
  | "rearmed"
  | "budget"
  | "delta";

export type Verdict =
  | { readonly kind: "flush"; readonly reason: FlushReason; readonly detail?: string }
  | { readonly kind: "wait" };

export interface Decision {
  readonly verdict: Verdict;
  /** To be kept for the next moment; `afterAttempt` adds what became of a flush. */
  readonly memory: TriggerMemory;
}

const wait: Verdict = { kind: "wait" };

/**
 * Whether to flush now. A command always does, a final reply in `agent-message` mode; everything else is decided
 * before a request. Of several reasons the first in this order is named: those that cost nothing or pay for
 * themselves (`cold`, `rent`, `boundary`: `auto` only) come before those that are worth their cost (`budget`, `delta`;
 * `rearmed` where only a reload had them tested). Nothing to remove is no reason.
 */
export function decide(moment: Moment, memory: TriggerMemory): Decision {
  if (moment.point === "command") return { verdict: { kind: "flush", reason: "manual" }, memory };
  if (moment.point === "final-reply") return { verdict: atFinalReply(moment), memory };
  const question = rentQuestion(moment);
  const next = observe(moment, memory, question);
  if (moment.removable <= 0) return { verdict: wait, memory: next };
  if (isLate(moment)) return { verdict: { kind: "flush", reason: "message-end" }, memory: next };
  const verdict =
    (moment.settings.pruneOn === "auto" && whenItPays(moment, memory, question)) || forCapacity(moment, next);
  return { verdict: verdict ?? wait, memory: next };
}

const atFinalReply = ({ settings, removable }: Moment): Verdict =>
  settings.pruneOn === "agent-message" && removable > 0 ? { kind: "flush", reason: "message-end" } : wait;

/** Behind a reply that was cut off there was no flush: the next prompt has it. */
const isLate = ({ point, isCutOff, settings }: Moment): boolean =>
  settings.pruneOn === "agent-message" && point === "prompt" && isCutOff === true;

const rentQuestion = ({ model, retention, usage, removable, rewritten }: Moment): RentQuestion => ({
  prices: cachePrices(model, { retention, promptTokens: usage.promptTokens }),
  removable,
  rewritten,
});

const keysOf = ({ model, toolsKey, thinking }: Moment) => ({ modelKey: modelKey(model), toolsKey, thinking });

/** The memory with the request that is about to be sent in it. */
function observe(moment: Moment, memory: TriggerMemory, question: RentQuestion): TriggerMemory {
  const { previousFraction, armed } = observeUsage(memory, moment.usage, moment.settings.budgetTurnDelta);
  return {
    rent: accrue(memory.rent, question),
    previousFraction,
    armed,
    rearmed: memory.rearmed,
    compacted: false,
    lastRequest: { startedAt: moment.at, ...keysOf(moment) },
  };
}

function whenItPays(moment: Moment, memory: TriggerMemory, question: RentQuestion): Verdict | undefined {
  const cause = coldNow(moment, memory);
  if (cause) return { kind: "flush", reason: "cold", detail: cause };
  if (isPaid(accrue(memory.rent, question), question)) return { kind: "flush", reason: "rent" };
  if (moment.point === "prompt" && paysAtPrompt(question)) return { kind: "flush", reason: "boundary" };
  return undefined;
}

const coldNow = (moment: Moment, memory: TriggerMemory): ColdCause | undefined =>
  coldCause({
    at: moment.at,
    keys: keysOf(moment),
    last: memory.lastRequest ?? moment.lastAnswer,
    warmedAt: memory.warmedAt,
    compacted: memory.compacted,
    lifeMs: cacheRules(moment.model, moment.retention).lifeMs,
  });

function forCapacity(moment: Moment, memory: TriggerMemory): Verdict | undefined {
  const { settings, newResults } = moment;
  const tested = settings.pruneOn === "auto" || newResults || memory.armed || memory.rearmed;
  if (!tested) return undefined;
  const trigger = capacityTrigger({
    usage: moment.usage,
    armed: memory.armed,
    removable: moment.removable,
    reserveTokens: moment.reserveTokens,
    tiers: tierThresholds(moment.model.cost),
    settings,
  });
  if (!trigger) return undefined;
  if (memory.rearmed && !newResults) return { kind: "flush", reason: "rearmed", detail: trigger.reason };
  return { kind: "flush", ...trigger };
}
