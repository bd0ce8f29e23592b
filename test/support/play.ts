import { digestCall } from "../../src/digest/digest.ts";
import { digestCallOf } from "../../src/digest/digest-call.ts";
import type { FlushReport } from "../../src/flush/report.ts";
import type { CapturedBatch, CapturedCall } from "../../src/model/batch.ts";
import type { AgentMessage, AssistantMessage, Messages } from "../../src/model/message.ts";
import type { SummarizeAll, SummaryResult, Usage } from "../../src/ports.ts";
import { Pruner } from "../../src/pruner.ts";
import { createProtection } from "../../src/settings/protection.ts";
import type { Settings } from "../../src/settings/schema.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { digestSummary } from "../../src/summary/digest-summary.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { type HostName, host } from "./host-transforms.ts";
import { MemorySession } from "./memory-session.ts";
import { withSource } from "./source.ts";
import { type Line, transcript } from "./transcript.ts";

export type Summarizer = "digest" | "model" | "remarks" | "verbose" | "failing" | "throwing";

/** What may happen to a session, one thing after the other. Numbers that name an entry wrap around. */
export type Step =
  | { readonly kind: "add"; readonly lines: readonly Line[] }
  /** A request, and behind it what it led to: the assistant's message, results, whatever came between. */
  | { readonly kind: "turn"; readonly lines: readonly Line[] }
  | { readonly kind: "flush"; readonly flush: FlushStep }
  | { readonly kind: "reload" }
  | { readonly kind: "tree"; readonly to: number; readonly summary: boolean }
  | { readonly kind: "compact"; readonly keep: number }
  /** A result of the context is replaced by a text, or taken out, as host B's `context_edit` does. */
  | { readonly kind: "edit"; readonly of: number; readonly text: string | null }
  | { readonly kind: "enabled"; readonly value: boolean }
  /** The host refuses one append, after `after` good ones. */
  | { readonly kind: "refuse"; readonly after: number }
  /** A custom entry of any kind, as a file may hold it when it is opened. */
  | { readonly kind: "entry"; readonly type: string; readonly data: unknown };

export interface FlushStep {
  readonly keep: number;
  readonly summarizer: Summarizer;
  readonly settings: Partial<Settings>;
  readonly cancel: boolean;
  /** What happens before the summarizer answers. */
  readonly meanwhile: readonly Step[];
}

export interface History {
  readonly host: HostName;
  /** ms between two messages. */
  readonly pace: number;
  readonly steps: readonly Step[];
}

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
  return played;
}

export class Play {
  readonly session: MemorySession;
  pruner = new Pruner();
  readonly requests: Request[] = [];
  readonly reports: FlushReport[] = [];
  /** All that summarizers have said about a result, by its entry. */
  readonly summaries = new Map<string, string[]>();
  readonly #watch: Watch;
  readonly #pace: number;
  #now = 1000;

  constructor({ host: name, pace }: History, watch: Watch) {
    this.session = new MemorySession(host(name));
    this.#watch = watch;
    this.#pace = pace;
    this.pruner.open(this.session.port());
  }

  async take(step: Step): Promise<void> {
    if (step.kind === "flush") await this.#flush(step.flush);
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

  #move(step: Exclude<Step, { kind: "flush" }>): void {
    const { session } = this;
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
        this.#reopen(this.pruner);
        break;
      case "compact":
        session.compact(step.keep, this.#now);
        break;
      case "edit":
        this.#edit(step.of, step.text);
        break;
      case "enabled":
        this.#mayBeRefused(() => this.pruner.setEnabled(step.value));
        break;
      case "refuse":
        session.refuseAfter = step.after;
        break;
      case "entry":
        session.addEntry(step.type, step.data);
        this.#reopen(this.pruner);
    }
  }

  #add(lines: readonly Line[]): readonly AgentMessage[] {
    const messages = transcript(lines, { start: this.#now + this.#pace, step: this.#pace });
    this.#now += this.#pace * lines.length;
    for (const message of messages) this.session.add(message);
    return messages;
  }

  #turn(lines: readonly Line[]): void {
    const request = this.request();
    const [reply] = this.#add(lines);
    if (reply?.role === "assistant") request.answer = reply.stopReason;
    this.#mayBeRefused(() => this.pruner.writeDiagnostics());
  }

  #reopen(pruner: Pruner): void {
    if (pruner !== this.pruner) this.pruner.close();
    this.pruner = pruner;
    pruner.open(this.session.port());
  }

  #edit(of: number, text: string | null): void {
    const results = this.session.context().filter(({ message }) => message.role === "toolResult");
    const target = results[of % Math.max(1, results.length)]?.entryId;
    if (target !== undefined)
      this.session.edit(target, text === null ? null : { content: [{ type: "text", text }] });
  }

  async #flush({ keep, summarizer, settings: changed, cancel, meanwhile }: FlushStep): Promise<void> {
    const settings = { ...defaultSettings, ...changed };
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const abort = new AbortController();
    const running = this.pruner.flush({
      trigger: "manual",
      keep,
      settings,
      isProtected: createProtection(settings, "/project"),
      summarize: this.#summarize(summarizer, settings, gate),
      digest: ({ toolCallId }) => `what ${toolCallId} said`,
      nonce: "n0nce",
      now: () => this.#now,
      signal: abort.signal,
    });
    const settled = running.catch((error: unknown) => {
      if (!isExpected(error)) throw error;
      this.session.refuseAfter = undefined;
      return undefined;
    });
    for (const step of meanwhile) await this.take(step);
    if (cancel) abort.abort();
    open();
    const report = await settled;
    if (report) this.reports.push(report);
  }

  #summarize(summarizer: Summarizer, settings: Settings, gate: Promise<void>): SummarizeAll {
    return async (batches) => {
      await gate;
      if (summarizer === "throwing") throw new Error("the summarizer breaks");
      return batches.map((batch): SummaryResult => {
        const result = summarized(summarizer, batch, settings);
        for (const [index, { entryId = "" }] of batch.calls.entries())
          if (result.ok) this.#remember(entryId, result.lines[index] ?? "");
        return result;
      });
    };
  }

  #remember(entryId: string, lines: string): void {
    this.summaries.set(entryId, [...(this.summaries.get(entryId) ?? []), lines]);
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

const USAGE: Usage = { input: 1, output: 1, cost: 0, calls: 1 };

function summarized(summarizer: Summarizer, batch: CapturedBatch, settings: Settings): SummaryResult {
  const digest = (call: CapturedCall) => digestCall(digestCallOf(call), settings.digest);
  if (summarizer === "failing") return { ok: false, reason: "failed", message: "no model", usage: USAGE };
  if (summarizer === "digest") return { ok: true, ...digestSummary(batch, digest) };
  const lines = batch.calls.map(({ entryId }) =>
    summarizer === "verbose" ? "so many words ".repeat(5000) : `what ${entryId} showed`,
  );
  const remarks = summarizer === "remarks" ? "All of these calls were about one thing." : "";
  return { ok: true, source: "model", lines, remarks, usage: USAGE };
}

const isExpected = (error: unknown): boolean =>
  error instanceof Error && /^the (host refuses the entry|summarizer breaks)$/.test(error.message);
