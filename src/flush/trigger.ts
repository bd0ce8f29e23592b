import { cacheRules } from "../economics/cache.ts";
import { overflows } from "../economics/capacity.ts";
import { decide, type Verdict } from "../economics/decide.ts";
import { type CacheRetention, type HostModel, modelKey } from "../economics/host-model.ts";
import { keepFor } from "../economics/keep.ts";
import {
  afterAttempt,
  afterCompaction,
  afterWarming,
  freshMemory,
  type TriggerMemory,
} from "../economics/memory.ts";
import type { FlushPoint } from "../economics/moment.ts";
import { Scales } from "../economics/scales.ts";
import { isAnswer, isToolResult, type Messages } from "../model/message.ts";
import type { Settings } from "../settings/schema.ts";
import type { PruneState } from "../state/state.ts";
import { estimateGain } from "./gain.ts";

/** What the host keeps free of its window before it compacts, in tokens; both hosts' default. */
const RESERVE_TOKENS = 16_384;

/** The request that is about to be sent, and where the session stands. */
export interface UpcomingRequest {
  readonly point: Extract<FlushPoint, "prompt" | "mid-run">;
  /** ms since 1970. */
  readonly at: number;
  /** As the host is about to send them, and as they would be sent without a flush. */
  readonly messages: Messages;
  readonly rendered: Messages;
  readonly model: HostModel;
  readonly retention: CacheRetention;
  readonly toolsKey: string;
  readonly thinking: string;
  readonly reportedTokens: number | null;
  readonly hasEdits: boolean;
  readonly state: Readonly<PruneState>;
  readonly settings: Settings;
  readonly isProtected: (toolName: string, args: Readonly<Record<string, unknown>>) => boolean;
}

export type Decision = Verdict & {
  /** How many of the latest read results a flush leaves alone. */
  readonly keep: number;
};

/** Decides before each request whether to flush, and remembers what it needs for the next one. */
export class FlushTrigger {
  readonly #scales = new Scales();
  #memory: TriggerMemory = freshMemory(false);
  /** Estimated tokens of the last request's messages, and what the provider then reported for all of it. */
  #lastSent = 0;
  #lastPrompt: number | undefined;
  #prunedSinceAnswer = false;

  get isRearmed(): boolean {
    return this.#memory.rearmed;
  }

  decide(request: UpcomingRequest): Decision {
    const { point, at, messages, model, retention, toolsKey, thinking, settings } = request;
    const keep = keepFor({ point }, settings);
    const gain = estimateGain({
      ...request,
      keep,
      rules: cacheRules(model, retention),
      scales: this.#scales,
    });
    const last = messages.findLast(isAnswer);
    const { verdict, memory } = decide(
      {
        point,
        at,
        model,
        retention,
        toolsKey,
        thinking,
        removable: gain.removable,
        rewritten: gain.rewritten,
        usage: {
          reportedTokens: request.reportedTokens,
          reportsRaw: request.hasEdits || this.#prunedSinceAnswer,
          promptTokens: gain.sent + this.#overhead(),
          contextWindow: model.contextWindow,
        },
        reserveTokens: RESERVE_TOKENS,
        newResults:
          messages.at(-1) !== undefined && isToolResult(messages[messages.length - 1] as Messages[number]),
        lastAnswer: last && {
          modelKey: modelKey({ provider: last.provider, id: last.model }),
          startedAt: last.timestamp,
        },
        settings,
      },
      this.#memory,
    );
    this.#memory = memory;
    return { ...verdict, keep };
  }

  /** The messages of the request as they are sent, after any flush. */
  sent(rendered: Messages): void {
    this.#lastSent = this.#weigh(rendered);
  }

  /** Estimated tokens of a request with these messages, by what the provider reported for the last one. */
  promptTokens(rendered: Messages): number {
    return this.#weigh(rendered) + this.#overhead();
  }

  /** Whether the host may compact for a request with these messages: the window less what the host keeps free. */
  overflows(rendered: Messages, contextWindow: number): boolean {
    return overflows({
      usage: {
        reportedTokens: null,
        reportsRaw: false,
        promptTokens: this.promptTokens(rendered),
        contextWindow,
      },
      reserveTokens: RESERVE_TOKENS,
    });
  }

  /** What stands in a request beside its messages: system prompt and tools. */
  #overhead = (): number => Math.max(0, (this.#lastPrompt ?? 0) - this.#lastSent);

  #weigh = (messages: Messages): number =>
    this.#scales.weigh(messages).reduce((sum, weight) => sum + weight, 0);

  /** A reload found work that no flush has taken: the next request is tested even when it brings no results. */
  rearm(): void {
    this.#memory = { ...this.#memory, rearmed: true };
  }

  /** The provider answered and reported the tokens of the whole prompt. */
  answered(promptTokens: number): void {
    if (promptTokens > 0) this.#lastPrompt = promptTokens;
    this.#prunedSinceAnswer = false;
  }

  /** A flush was tried. */
  attempted(outcome: "served" | "refused"): void {
    this.#memory = afterAttempt(this.#memory, outcome);
    if (outcome === "served") this.#prunedSinceAnswer = true;
  }

  compacted(): void {
    this.#memory = afterCompaction(this.#memory);
    this.#lastPrompt = undefined;
  }

  /** The host refreshed the cache at `at`, in ms since 1970. */
  warmed(at: number): void {
    this.#memory = afterWarming(this.#memory, at);
  }
}
