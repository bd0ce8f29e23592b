import { cacheRules } from "../economics/cache.ts";
import type { Calibration } from "../economics/calibration.ts";
import { mustCompact, overflows, type Usage, withoutTokens } from "../economics/capacity.ts";
import { decide } from "../economics/decide.ts";
import { type CacheRetention, type HostModel, modelKey } from "../economics/host-model.ts";
import { hostTokens } from "../economics/host-tokens.ts";
import { keepFor } from "../economics/keep.ts";
import {
  afterAttempt,
  afterCompaction,
  afterWarming,
  freshMemory,
  type TriggerMemory,
} from "../economics/memory.ts";
import { PromptMeter } from "../economics/meter.ts";
import type { FlushPoint } from "../economics/moment.ts";
import type { SharedFront } from "../economics/scales.ts";
import { Prefixes, WrittenPrefixes } from "../economics/written-prefixes.ts";
import { isAnswer, isCutOff, isToolResult, type Messages } from "../model/message.ts";
import type { Settings } from "../settings/schema.ts";
import type { PruneState } from "../state/state.ts";
import type { Decision } from "./decision.ts";
import { estimateGain, type Gain, lastRequestEnd } from "./gain.ts";
import { ResultWatch } from "./result-watch.ts";

const RESERVE_TOKENS = 16_384; // Both hosts' default.

/** The request that is about to be sent, and where the session stands. */
export interface UpcomingRequest {
  readonly point: Extract<FlushPoint, "prompt" | "mid-run">;
  /** The last reply was cut off, whether or not it still is among the messages. */
  readonly wasCutOff?: boolean;
  /** ms since 1970. */
  readonly at: number;
  /** As the host is about to send them, and as they would be sent without a flush. */
  readonly messages: Messages;
  readonly rendered: Messages;
  readonly model: HostModel;
  readonly retention: CacheRetention;
  readonly toolsKey: string;
  readonly thinking: string;
  /** When the host last refreshed the cache by itself, in ms since 1970. */
  readonly warmedAt?: number | undefined;
  readonly state: Readonly<PruneState>;
  readonly settings: Settings;
  readonly isProtected: (toolName: string, args: Readonly<Record<string, unknown>>) => boolean;
}

interface Estimate {
  readonly gain: Gain;
  /** Of the request it was made for, in tokens before calibration. */
  readonly weight: number;
  readonly revision: number;
  readonly settings: Settings;
}

const NOTHING: Gain = { removable: 0, rewritten: 0 };

/** Messages from which on an estimate is used again, as long as the request grew by less than this share of it. */
const LONG_SESSION = 500;
const NEGLIGIBLE = 0.01;

/** Decides before each request whether to flush, and remembers what it needs for the next one. */
export class FlushTrigger {
  /** What the host keeps free of its window before it compacts, in tokens. It tells when it is about to. */
  reserveTokens = RESERVE_TOKENS;
  readonly #meter: PromptMeter;
  readonly #written = new WrittenPrefixes();
  readonly #prefixes: Prefixes;
  /** What the upcoming request shares a cache with, and how long entries live there, in ms. */
  #cache = { namespace: "", lifeMs: 0 };
  #memory: TriggerMemory = freshMemory(false);
  /** Tokens of the request that was decided on, as it would have been sent without a flush. */
  #decided: { readonly tokens: number; readonly contextWindow: number } | undefined;
  readonly #results = new ResultWatch();
  #isIdle = false;
  /** What a flush would remove, as it was estimated last, by how many results it would keep. */
  readonly #estimates = new Map<number, Estimate>();
  /** What the provider counted last holds text that a flush took since; `next` of the request on its way. */
  #isCountRaw = { now: false, next: false };

  constructor(calibrations: Iterable<Calibration> = [], shared?: SharedFront) {
    this.#meter = new PromptMeter(calibrations, shared);
    this.#prefixes = new Prefixes(shared);
  }

  get isRearmed(): boolean {
    return this.#memory.rearmed;
  }

  decide(request: UpcomingRequest): Decision {
    const { point, at, messages, model, retention, toolsKey, thinking, warmedAt, settings } = request;
    this.#observe(messages);
    if (warmedAt !== undefined) {
      this.#memory = afterWarming(this.#memory, warmedAt);
      this.#written.refreshed(warmedAt);
    }
    const { lifeMs } = cacheRules(model, retention);
    this.#cache = { namespace: [modelKey(model), toolsKey, thinking].join("|"), lifeMs };
    const reportedTokens = hostTokens(messages);
    // Where there is no result there is nothing to prune, and no need to know how much is sent.
    this.#isIdle = !this.#results.in(messages);
    const gain = this.#isIdle ? NOTHING : this.#gain(request);
    const last = messages.findLast(isAnswer);
    const promptTokens = this.#isIdle ? (reportedTokens ?? 0) : this.#meter.promptTokens(request.rendered);
    const { verdict, memory } = decide(
      {
        point,
        at,
        model,
        retention,
        toolsKey,
        thinking,
        ...gain,
        usage: {
          reportedTokens,
          reportsRaw: this.#isCountRaw.now,
          promptTokens,
          contextWindow: model.contextWindow,
        },
        reserveTokens: this.reserveTokens,
        isCutOff: request.wasCutOff === true || (last !== undefined && isCutOff(last)),
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
    this.#decided = { tokens: promptTokens, contextWindow: model.contextWindow };
    return { ...verdict, keep: keepFor({ point }, settings) };
  }

  /** The messages of the request as they are sent, after any flush, at `at` in ms since 1970. */
  sent(rendered: Messages, at: number): void {
    if (this.#isIdle) {
      this.#meter.forget();
      return;
    }
    if (this.#decided) {
      const { tokens, contextWindow } = this.#decided;
      const taken = tokens - this.#meter.promptTokens(rendered);
      if (taken > 0) this.#memory = withoutTokens(this.#memory, taken, contextWindow);
    }
    this.#decided = undefined;
    this.#observe(rendered);
    this.#meter.sent(rendered);
    this.#written.sent(this.#prefixes.of(rendered, this.#cache.namespace), at, this.#cache.lifeMs);
    this.#isCountRaw.next = false;
  }

  /** What a flush before this request would do to it, in tokens as the model counts them. */
  #gain(request: UpcomingRequest): Gain {
    const { removable, rewritten } = this.#estimate(request);
    return { removable: this.#meter.tokens(removable), rewritten: this.#meter.tokens(rewritten) };
  }

  // In a long session one more turn changes next to nothing, and looking at all of it takes its time.
  #estimate(request: UpcomingRequest): Gain {
    const { rendered, state, settings } = request;
    const { scales } = this.#meter;
    const keep = keepFor(request, settings);
    const weight = scales.total(rendered);
    const known = this.#estimates.get(keep);
    const holds =
      known?.revision === state.revision &&
      known.settings === settings &&
      rendered.length >= LONG_SESSION &&
      Math.abs(weight - known.weight) < known.weight * NEGLIGIBLE;
    if (holds) return known.gain;
    const rules = cacheRules(request.model, request.retention);
    const gain = estimateGain({ ...request, keep, rules, scales, isWritten: this.#isWritten(request) });
    this.#estimates.set(keep, { gain, weight, revision: state.revision, settings });
    return gain;
  }

  /** A process that sent nothing yet knows only where the last request of the session ended. */
  #isWritten({ rendered, at }: UpcomingRequest): (index: number) => boolean {
    const { namespace, lifeMs } = this.#cache;
    if (this.#written.isEmpty) {
      const end = lastRequestEnd(rendered);
      return (index) => index === end;
    }
    const prefixes = this.#prefixes.of(rendered, namespace);
    return (index) => this.#written.holds(prefixes[index], at, lifeMs);
  }

  /** Tokens, as the model that answered last counts them, for what `Scales` gave. */
  tokens = (weight: number): number => this.#meter.tokens(weight);

  /** What was learned of how the model that answered last counts. */
  get calibration(): Calibration | undefined {
    return this.#meter.calibration;
  }

  /** Whether the host may compact for a request with these messages: the window less what the host keeps free. */
  overflows(request: Pick<UpcomingRequest, "messages" | "rendered">, contextWindow: number): boolean {
    return overflows({ usage: this.#usage(request, contextWindow), reserveTokens: this.reserveTokens });
  }

  /** Whether the host has to compact before this request for want of room, the flush that would be due counted in. */
  mustCompact(request: UpcomingRequest): boolean {
    return mustCompact({
      usage: this.#usage(request, request.model.contextWindow),
      reserveTokens: this.reserveTokens,
      removable: request.settings.pruneOn === "auto" ? this.#gain(request).removable : 0,
    });
  }

  #usage(
    { messages, rendered }: Pick<UpcomingRequest, "messages" | "rendered">,
    contextWindow: number,
  ): Usage {
    this.#observe(messages);
    const promptTokens = this.#meter.promptTokens(rendered);
    return { reportedTokens: null, reportsRaw: false, promptTokens, contextWindow };
  }

  #observe(messages: Messages): void {
    if (this.#meter.observe(messages)) this.#isCountRaw.now = this.#isCountRaw.next;
  }

  /** A reload found work that no flush has taken: the next request is tested even when it brings no results. */
  rearm(): void {
    this.#memory = { ...this.#memory, rearmed: true };
  }

  /** A flush was tried. */
  attempted(outcome: "served" | "refused"): void {
    this.#memory = afterAttempt(this.#memory, outcome);
    if (outcome === "served") this.#isCountRaw = { now: true, next: true };
  }

  compacted(): void {
    this.#memory = afterCompaction(this.#memory);
    this.#meter.forget();
  }
}
