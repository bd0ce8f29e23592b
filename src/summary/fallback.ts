import { NO_USAGE } from "../model/usage.ts";
import type { CallFailure, CallOutcome, Notify, Now } from "../ports.ts";

/** How long calls go to the session's model before the primary is tried again. */
export const COOL_DOWN_MS = 10 * 60_000;
/** How long an answer proves that a model is up, so that calls may run side by side. */
export const TRUST_MS = 60_000;
/** How long no call is made at all after every model there is has failed. */
export const OUTAGE_MS = 60_000;

/** Names of the models a call can go to; without a distinct `session` model there is nothing to fall back to. */
export interface Routes {
  readonly primary: string;
  readonly session?: string | undefined;
}

export type Route = keyof Routes;

/** Makes one call. After an outcome of `context-length` the next one has to send less. */
export type Attempt = (route: Route) => Promise<CallOutcome>;

type Turn =
  | { readonly kind: "call"; readonly route: Route; readonly end: () => void }
  | { readonly kind: "outage" };

const OUTAGES: ReadonlySet<CallFailure> = new Set(["transient", "stalled"]);

/**
 * Decides which model a call goes to, in memory only. A transient failure of the primary is retried once on the
 * session's model; when that answers, all calls go there, and every `COOL_DOWN_MS` one of them tries the primary again.
 * While it is not known whether a model is up, one call finds out and the others wait for it. Failures of credentials
 * and unusable answers change nothing.
 */
export class FallbackController {
  readonly #now: Now;
  readonly #notify: Notify;
  #primary = "";
  #inFallback = false;
  #probeAt = 0;
  #trustedUntil = 0;
  #outageUntil = 0;
  #detection: Promise<void> | undefined;

  constructor(now: Now, notify: Notify) {
    this.#now = now;
    this.#notify = notify;
  }

  /** The outcomes of the calls made, in order: two at most, and none while every model is known to be down. */
  async run(attempt: Attempt, routes: Routes, signal?: AbortSignal): Promise<readonly CallOutcome[]> {
    this.#follow(routes);
    const turn = await this.#admit(signal);
    if (turn === undefined) return [ABORTED];
    if (turn.kind === "outage") return [];
    try {
      return await this.#attempt(attempt, turn.route, routes);
    } finally {
      turn.end();
    }
  }

  /** What is known of one primary says nothing about another, and a fallback that is gone cannot be used. */
  #follow({ primary, session }: Routes): void {
    if (primary === this.#primary && (session !== undefined || !this.#inFallback)) return;
    this.#primary = primary;
    this.#inFallback = false;
    this.#trustedUntil = 0;
    this.#outageUntil = 0;
  }

  /** Waits until a call may be made; undefined when the signal came first. */
  async #admit(signal?: AbortSignal): Promise<Turn | undefined> {
    while (!signal?.aborted) {
      const now = this.#now();
      if (this.#inFallback && now >= this.#probeAt) return this.#probe(now);
      if (now < this.#outageUntil) return { kind: "outage" };
      if (now < this.#trustedUntil) return { kind: "call", route: this.#route(), end: () => {} };
      if (this.#detection === undefined) return this.#detect();
      await firstOf(this.#detection, signal);
    }
    return undefined;
  }

  #route = (): Route => (this.#inFallback ? "session" : "primary");

  #probe(now: number): Turn {
    this.#probeAt = now + COOL_DOWN_MS;
    return { kind: "call", route: "primary", end: () => {} };
  }

  #detect(): Turn {
    let end = () => {};
    const detection = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#detection = detection;
    const finish = () => {
      if (this.#detection === detection) this.#detection = undefined;
      end();
    };
    return { kind: "call", route: this.#route(), end: finish };
  }

  async #attempt(attempt: Attempt, route: Route, routes: Routes): Promise<readonly CallOutcome[]> {
    const first = await attempt(route);
    if (route === "primary" && routes.session !== undefined && this.#needsSession(first)) {
      const second = await attempt("session");
      this.#learnFallback(second, routes);
      return [first, second];
    }
    this.#learn(route, first, routes);
    if (first.kind === "text" || first.reason !== "context-length") return [first];
    const second = await attempt(route);
    this.#learn(route, second, routes);
    return [first, second];
  }

  /** A probe that brings no text is no loss: the session's model is in use anyway. */
  #needsSession(outcome: CallOutcome): boolean {
    if (isOutage(outcome)) return true;
    return this.#inFallback && outcome.kind === "failed" && outcome.reason !== "aborted";
  }

  #learn(route: Route, outcome: CallOutcome, routes: Routes): void {
    if (routes.primary !== this.#primary) return;
    if (isOutage(outcome)) this.#fail();
    else if (isAnswer(outcome)) this.#trust();
    if (outcome.kind !== "text" || route !== "primary" || !this.#inFallback) return;
    this.#inFallback = false;
    this.#notify({
      kind: "fallback-recovered",
      level: "info",
      text: `pi-condense: summarizer model ${routes.primary} recovered`,
    });
  }

  #learnFallback(outcome: CallOutcome, routes: Routes): void {
    if (routes.primary !== this.#primary) return;
    if (outcome.kind === "failed") {
      if (isOutage(outcome) || outcome.reason === "auth") this.#fail();
      return;
    }
    this.#trust();
    if (this.#inFallback) return;
    this.#inFallback = true;
    this.#probeAt = this.#now() + COOL_DOWN_MS;
    this.#notify({
      kind: "fallback-entered",
      level: "warning",
      text: `pi-condense: summarizer model ${routes.primary} failing, using session model ${routes.session} until it recovers`,
    });
  }

  #trust(): void {
    this.#trustedUntil = this.#now() + TRUST_MS;
    this.#outageUntil = 0;
  }

  #fail(): void {
    this.#trustedUntil = 0;
    this.#outageUntil = this.#now() + OUTAGE_MS;
  }
}

const ABORTED: CallOutcome = { kind: "failed", reason: "aborted", message: "aborted", usage: NO_USAGE };

const isOutage = (outcome: CallOutcome): boolean => outcome.kind === "failed" && OUTAGES.has(outcome.reason);

/** The model is up: it wrote something, or said what is wrong with the question. */
const isAnswer = (outcome: CallOutcome): boolean =>
  outcome.kind === "text" || outcome.reason === "unusable" || outcome.reason === "context-length";

async function firstOf(event: Promise<void>, signal?: AbortSignal): Promise<void> {
  if (!signal) return event;
  let stop = () => {};
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    signal.addEventListener("abort", stop, { once: true });
  });
  await Promise.race([event, aborted]);
  signal.removeEventListener("abort", stop);
}
