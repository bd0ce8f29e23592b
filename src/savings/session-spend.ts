import type { ModelledBlock, ModelledRequest } from "../economics/cache-model.ts";
import { type Comparison, compareRequest, emptyComparison, type Spend } from "../economics/counterfactual.ts";
import { type CacheRetention, type HostModel, modelKey } from "../economics/host-model.ts";
import { Scales } from "../economics/scales.ts";
import type { PruneEntry } from "../model/entries.ts";
import { type AgentMessage, type AssistantMessage, isAnswer, type Messages } from "../model/message.ts";
import { messageChars } from "../model/size.ts";
import { pruneMessages } from "../render/prune-messages.ts";
import { apply } from "../state/reducers.ts";
import { emptyState } from "../state/state.ts";
import { withoutRecoveries } from "./without-recoveries.ts";

/** What a session went through, in order; a compaction brings the messages that it left in the context. */
export type SpendStep =
  | { readonly kind: "message"; readonly message: AgentMessage }
  | { readonly kind: "entry"; readonly entry: PruneEntry }
  | { readonly kind: "compaction"; readonly messages: Messages };

export interface SpendQuestion {
  readonly steps: Iterable<SpendStep>;
  /** Undefined for a model that the host does not list any more. */
  readonly modelOf: (provider: string, id: string) => HostModel | undefined;
  readonly retention: CacheRetention;
  /** Tokens per estimated token. */
  readonly ratio: number;
}

/** Prompts of a session, in tokens and dollars, without replies and without what summarizers cost. */
export interface SessionSpend {
  /** Answered requests, and how many of them only read what a recovery had brought. */
  readonly requests: number;
  readonly recoveries: number;
  /** What the host counted for them. */
  readonly reported: Spend;
  /** Them by the model of the cache, */
  readonly actual: Spend;
  /** and by the same model the session without the pruner: nothing replaced, nothing recovered. */
  readonly unpruned: Spend;
}

/**
 * What the prompts of a branch cost, and what they would have cost without the pruner: both go through the same model
 * of the provider's cache, so that what it does not know (evictions, chance) is the same on both sides. What stands
 * beside the messages is what the provider counted beyond them.
 */
export function sessionSpend({ steps, modelOf, retention, ratio }: SpendQuestion): SessionSpend {
  const state = emptyState();
  const lists = { raw: [] as AgentMessage[], sent: [] as AgentMessage[] };
  const blocks = new Blocks(ratio);
  let [requests, recoveries, isRecorded] = [0, 0, false];
  let reported = emptyComparison.actual.spend;
  let comparison: Comparison = emptyComparison;
  let lastModel: string | undefined;

  const answered = (reply: AssistantMessage): void => {
    const model = modelOf(reply.provider, reply.model);
    if (isRecorded) lists.sent = [...pruneMessages(lists.raw, { state, report: () => {} })];
    isRecorded = false;
    const { messages, endsRecovery } = withoutRecoveries(lists.raw);
    requests++;
    reported = withReported(reported, reply);
    if (endsRecovery) recoveries++;
    if (!model) return;
    const key = modelKey(model);
    const request = { at: reply.timestamp, cold: lastModel !== undefined && lastModel !== key };
    lastModel = key;
    const beside = Math.max(0, promptOf(reply) - blocks.tokens(lists.sent));
    const actual = { ...request, ...blocks.of(lists.sent, beside) };
    const unpruned = endsRecovery ? undefined : { ...request, ...blocks.of(messages, beside) };
    comparison = compareRequest(comparison, { actual, unpruned }, { model, retention });
  };

  for (const step of steps) {
    if (step.kind === "entry") {
      apply(state, step.entry);
      isRecorded = true;
    } else if (step.kind === "compaction") {
      lists.raw = [...step.messages];
      isRecorded = true;
    } else {
      if (isAnswer(step.message) && promptOf(step.message) > 0) answered(step.message);
      lists.raw.push(step.message);
      lists.sent.push(step.message);
    }
  }
  const { actual, unpruned } = comparison;
  return { requests, recoveries, reported, actual: actual.spend, unpruned: unpruned.spend };
}

const withReported = (spend: Spend, { usage }: AssistantMessage): Spend => ({
  read: spend.read + (usage?.cacheRead ?? 0),
  write: spend.write + (usage?.cacheWrite ?? 0),
  input: spend.input + (usage?.input ?? 0),
  cost:
    spend.cost + (usage?.cost?.cacheRead ?? 0) + (usage?.cost?.cacheWrite ?? 0) + (usage?.cost?.input ?? 0),
});

/** What the provider counted for the prompt, cached or not. */
const promptOf = ({ usage }: AssistantMessage): number =>
  (usage?.input ?? 0) + (usage?.cacheRead ?? 0) + (usage?.cacheWrite ?? 0);

/** Messages as the blocks of a request, with the breakpoints where both hosts set them: system prompt and end. */
class Blocks {
  readonly #scales = new Scales();
  readonly #known = new WeakMap<AgentMessage, readonly ModelledBlock[]>();
  readonly #ratio: number;

  constructor(ratio: number) {
    this.#ratio = ratio;
  }

  tokens = (messages: Messages): number => this.#ratio * this.#scales.total(messages);

  of(messages: Messages, beside: number): Pick<ModelledRequest, "blocks" | "breakpoints"> {
    const weights = this.#scales.weigh(messages);
    const system: ModelledBlock = { key: "system", tokens: beside, endsMessage: true };
    const blocks = [system, ...messages.flatMap((message, index) => this.#of(message, weights[index] ?? 0))];
    return { blocks, breakpoints: blocks.length > 1 ? [0, blocks.length - 1] : [0] };
  }

  #of(message: AgentMessage, weight: number): readonly ModelledBlock[] {
    const known = this.#known.get(message);
    if (known) return known;
    const { content } = message as { content?: unknown };
    const count = Array.isArray(content) ? Math.max(1, content.length) : 1;
    const key = `${message.role}@${message.timestamp}:${messageChars(message)}`;
    const made = Array.from({ length: count }, (_, index) => ({
      key: `${key}#${index}`,
      tokens: index === 0 ? weight * this.#ratio : 0,
      endsMessage: index === count - 1,
    }));
    this.#known.set(message, made);
    return made;
  }
}
