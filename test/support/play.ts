import { setImmediate } from "node:timers/promises";
import type { FlushOrder } from "../../src/flush/order.ts";
import type { FlushReport } from "../../src/flush/report.ts";
import type { AgentMessage, AssistantMessage, Messages } from "../../src/model/message.ts";
import { Pruner } from "../../src/pruner.ts";
import { createProtection, protectionRule } from "../../src/settings/protection.ts";
import type { Settings } from "../../src/settings/schema.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { gate } from "./gate.ts";
import type { FlushStep, History, Step } from "./history.ts";
import { host } from "./host-transforms.ts";
import { linesIn } from "./laws/redacted.ts";
import { MemorySession } from "./memory-session.ts";
import { PlayedTexts } from "./played-texts.ts";
import { flushAsReference } from "./reference-flush.ts";
import { withSource } from "./source.ts";
import { digestWith, type Remember, summarizeWith } from "./summarizers.ts";
import { type Line, transcript } from "./transcript.ts";

const FOLDER = "/project";

/** One request: what the host had to send, what the pruner made of it, and what was recorded by then. */
export interface Request {
  readonly array: Messages;
  readonly rendered: Messages;
  /** Entries of `array`, in its order; undefined for what the host makes up on the way. */
  readonly entryIds: readonly (string | undefined)[];
  /** Equal for two requests exactly when the pruner recorded nothing between them on their branch. */
  readonly recorded: string;
  /** How the reply to it ended; undefined while there is none. */
  answer: AssistantMessage["stopReason"] | undefined;
}

export interface Watch {
  readonly request?: (request: Request, play: Play) => void;
  /** After every step, whatever it was. */
  readonly step?: (play: Play, step: Step) => void;
}

/** Plays a history on a real session of its host, renders at every request, and at the end once more. */
export async function play(history: History, watch: Watch = {}): Promise<Play> {
  const played = new Play(history, watch);
  for (const step of history.steps) await played.take(step);
  played.request();
  // Abort signals hold each other weakly, which keeps them until the current task ends: thousands of plays are one.
  await setImmediate();
  return played;
}

export class Play {
  readonly session: MemorySession;
  pruner = new Pruner();
  readonly requests: Request[] = [];
  readonly reports: FlushReport[] = [];
  /** All that summarizers have said about a result, by its entry. */
  readonly summaries = new Map<string, string[]>();
  /** Lines of what edits have replaced or taken out. */
  readonly redacted: string[] = [];
  readonly #watch: Watch;
  readonly #history: History;
  #texts: PlayedTexts;
  #protectedTools: readonly string[] = [];
  #now = 1000;

  constructor(history: History, watch: Watch) {
    this.session = new MemorySession(host(history.host));
    this.#watch = watch;
    this.#history = history;
    this.#texts = this.#newTexts();
    this.pruner.open(this.session.port());
  }

  async take(step: Step): Promise<void> {
    if (step.kind === "flush") await this.#flush(step.flush);
    else if (step.kind === "chains") await this.#orRefused(this.pruner.compact(this.#order()));
    else this.#move(step);
    this.#watch.step?.(this, step);
  }

  request(): Request {
    const context = this.session.context();
    const array = deepFreeze(context.map(({ message }, index) => withSource(message, index)));
    const request: Request = {
      array,
      rendered: this.pruner.render(array),
      entryIds: context.map(({ entryId }) => entryId),
      recorded: this.session.recorded(),
      answer: undefined,
    };
    this.requests.push(request);
    this.#watch.request?.(request, this);
    return request;
  }

  #move(step: Exclude<Step, { kind: "flush" | "chains" }>): void {
    const { session, pruner } = this;
    switch (step.kind) {
      case "add":
        this.#add(step.lines);
        break;
      case "turn":
        this.#turn(step.lines);
        break;
      case "reload":
        this.#reopen(new Pruner());
        break;
      case "tree":
        session.moveTo(step.to, step.summary ? "what the other branch did" : undefined);
        this.#reopen(pruner);
        break;
      case "compact":
        session.compact(step, this.#now);
        pruner.compacted();
        break;
      case "reference":
        flushAsReference(session, step.flush, this.#now);
        this.#reopen(pruner);
        break;
      case "entry":
        session.addEntry(step.type, step.data);
        this.#reopen(pruner);
        break;
      default:
        this.#intervene(step);
    }
  }

  #intervene(step: Extract<Step, { kind: "edit" | "switch" | "mark" | "protect" | "refuse" }>): void {
    switch (step.kind) {
      case "edit":
        this.#edit(step.of, step.text);
        break;
      case "switch":
        this.#mayBeRefused(() => this.pruner.setSwitch(step.of, step.value));
        break;
      case "mark":
        this.#mayBeRefused(() => this.pruner.mark(step.as, step.refs));
        break;
      case "protect":
        this.#protect(step.tools);
        break;
      case "refuse":
        this.session.refuseAfter = step.after;
    }
  }

  #add(lines: readonly Line[]): readonly AgentMessage[] {
    const { pace } = this.#history;
    const messages = transcript(lines, { start: this.#now + pace, step: pace });
    this.#now += pace * lines.length;
    for (const message of messages) {
      this.session.add(message);
      if (message.role === "compactionSummary") this.pruner.compacted();
    }
    return messages;
  }

  #turn(lines: readonly Line[]): void {
    const request = this.request();
    const [reply] = this.#add(lines);
    if (reply?.role === "assistant") request.answer = reply.stopReason;
    this.#mayBeRefused(() => this.pruner.writeDiagnostics());
  }

  #reopen(pruner: Pruner): void {
    if (pruner !== this.pruner) {
      this.pruner.close();
      this.#texts = this.#newTexts();
    }
    this.pruner = pruner;
    pruner.open(this.session.port());
  }

  // Mostly results; what the model said and called now and then.
  #edit(of: number, text: string | null): void {
    const role = of % 3 === 0 ? "assistant" : "toolResult";
    const targets = this.session.context().filter(({ message }) => message.role === role);
    const { entryId, message } = targets[of % Math.max(1, targets.length)] ?? {};
    if (entryId === undefined || message === undefined) return;
    const isEdited = this.session.edit(entryId, text === null ? null : { content: [{ type: "text", text }] });
    if (isEdited) this.redacted.push(...linesIn(message));
  }

  #protect(tools: readonly string[]): void {
    this.#protectedTools = tools;
    const settings = this.#settings();
    this.#mayBeRefused(() => this.pruner.setProtection(protectionRule(settings, FOLDER)));
  }

  async #flush({ keep, summarizer, settings, cancel, ahead, meanwhile }: FlushStep): Promise<void> {
    const { opened, open } = gate();
    const abort = new AbortController();
    const order = this.#order(settings);
    const whole = { ...order, keep, summarize: this.#texts.make, signal: abort.signal };
    if (!this.pruner.running)
      this.#texts.begin(summarizer, { settings: order.settings, remember: this.#remember, gate: opened });
    const flush = ahead ? this.pruner.prepare(whole).then(() => undefined) : this.pruner.flush(whole);
    const running = this.#orRefused(flush);
    for (const step of meanwhile) await this.take(step);
    if (cancel) abort.abort();
    open();
    const report = await running;
    if (report) this.reports.push(report);
  }

  #order(changed: Partial<Settings> = {}): FlushOrder {
    const settings = { ...this.#settings(), ...changed };
    return {
      trigger: "manual",
      keep: 0,
      settings,
      isProtected: createProtection(settings, FOLDER),
      summarize: summarizeWith("digest", { settings, remember: this.#remember }),
      digest: digestWith(settings),
      nonce: "n0nce",
      now: () => this.#now,
    };
  }

  #newTexts = () => new PlayedTexts(() => this.pruner.kept(), this.#remember);

  #settings = (): Settings => ({ ...defaultSettings, protectedTools: [...this.#protectedTools] });

  #remember: Remember = (entryId, lines) => {
    this.summaries.set(entryId, [...(this.summaries.get(entryId) ?? []), lines]);
  };

  async #orRefused<T>(running: Promise<T>): Promise<T | undefined> {
    try {
      return await running;
    } catch (error) {
      if (!isExpected(error)) throw error;
      this.session.refuseAfter = undefined;
      return undefined;
    }
  }

  #mayBeRefused(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!isExpected(error)) throw error;
      this.session.refuseAfter = undefined;
    }
  }
}

const isExpected = (error: unknown): boolean =>
  error instanceof Error && /^the (host refuses the entry|summarizer breaks)$/.test(error.message);
