import { type AgentMessage, isAnswer, isAssistant, type Messages } from "../model/message.ts";
import { anchor, type Calibration, calibrate, calibrated } from "./calibration.ts";
import { modelKey } from "./host-model.ts";
import { Scales, type SharedFront } from "./scales.ts";

/** The messages of a request as they were sent: how many, and what they weigh in tokens before calibration. */
interface Sent {
  readonly length: number;
  readonly weight: number;
  /** New text since the request before it, replies left out; undefined when the beginning changed meanwhile. */
  readonly added: number | undefined;
  /** Time of the last reply among them: the answer to them is another one. */
  readonly lastAnswer: number | undefined;
}

/** A request that was answered, and what the provider counted. */
interface Anchor extends Sent {
  readonly model: string;
  /** When the reply began, in ms since 1970. */
  readonly answeredAt: number;
  /** All of the prompt, cached or not, and the reply, in tokens. */
  readonly prompt: number;
  readonly output: number;
}

/**
 * Tokens of requests without a tokenizer. The provider's own count of the last request is the truth; only what came
 * or went since is estimated, by a ratio that is learned for each model from how its counts grew.
 */
export class PromptMeter {
  readonly scales: Scales;
  readonly #calibrations: Map<string, Calibration>;
  #sent: Sent | undefined;
  #anchor: Anchor | undefined;

  constructor(known: Iterable<Calibration> = [], shared?: SharedFront) {
    this.scales = new Scales(shared);
    this.#calibrations = new Map([...known].map((each) => [each.model, each]));
  }

  /** What is known of the model that answered last. */
  get calibration(): Calibration | undefined {
    return this.#anchor && this.#calibrations.get(this.#anchor.model);
  }

  /** Tokens for a weight that `scales` gave. */
  tokens = (weight: number): number => calibrated(weight, this.calibration);

  /** Tokens of a request with these messages, system prompt and tools included as far as they are known. */
  promptTokens(rendered: Messages): number {
    const weight = this.scales.total(rendered);
    if (!this.#anchor) return this.tokens(weight);
    return Math.max(0, this.#anchor.prompt + this.tokens(weight - this.#anchor.weight));
  }

  /** These messages are sent. */
  sent(rendered: Messages): void {
    const weights = this.scales.weigh(rendered);
    const { length = -1, weight: known } = this.#anchor ?? {};
    let [weight, added, isContinued] = [0, 0, length === 0];
    for (let index = 0; index < rendered.length; index++) {
      weight += weights[index] ?? 0;
      if (index === length - 1) isContinued = weight === known;
      if (index >= length && !isAssistant(rendered[index] as AgentMessage)) added += weights[index] ?? 0;
    }
    this.#sent = {
      length: rendered.length,
      weight,
      added: isContinued ? added : undefined,
      lastAnswer: rendered.findLast(isAnswer)?.timestamp,
    };
  }

  /** Learns from the last answer in the host's messages. True when it is one that was not known yet. */
  observe(messages: Messages): boolean {
    const last = messages.findLast(isAnswer);
    if (!last || !this.#sent || last.timestamp === this.#sent.lastAnswer) return false;
    if (last.timestamp === this.#anchor?.answeredAt) return false;
    const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = last.usage ?? {};
    const prompt = input + cacheRead + cacheWrite;
    if (prompt <= 0) return false;
    const model = modelKey({ provider: last.provider, id: last.model });
    const next = { ...this.#sent, model, answeredAt: last.timestamp, prompt, output };
    if (this.#anchor?.model === model) this.#calibrate(this.#anchor, next);
    this.#anchor = next;
    return true;
  }

  /** The host compacted: what was counted last is of other messages. */
  forget(): void {
    this.#anchor = undefined;
    this.#sent = undefined;
  }

  #calibrate(before: Anchor, { model, prompt, output, added }: Anchor): void {
    if (added === undefined) return;
    const [actual] = anchor(before, { prompt, output }, [added]) ?? [];
    if (actual === undefined) return;
    const learned = calibrate(this.#calibrations.get(model), { model, estimated: added, actual });
    if (learned) this.#calibrations.set(model, learned);
  }
}
