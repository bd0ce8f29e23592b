import { Condition } from "../condition.ts";
import type { Violation } from "../strict/violation.ts";
import type { RecordedRequest } from "./script.ts";

export interface RecordedViolation {
  readonly request: RecordedRequest;
  readonly violation: Violation;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What a loopback has seen; tests read it and wait on it while requests come in. */
export class Records {
  readonly requests: Mutable<RecordedRequest>[] = [];
  readonly violations: RecordedViolation[] = [];
  readonly #condition = new Condition();

  open(
    request: Omit<RecordedRequest, "index" | "openRequests" | "outcome" | "closedByClient">,
  ): RecordedRequest {
    const others = this.requests.filter((other) => other.outcome === "open").length;
    const opened: Mutable<RecordedRequest> = {
      ...request,
      index: this.requests.length,
      openRequests: others + 1,
      outcome: "open",
      closedByClient: false,
    };
    this.requests.push(opened);
    this.#condition.changed();
    return opened;
  }

  update(request: RecordedRequest, change: Partial<RecordedRequest>): void {
    Object.assign(request, change);
    this.#condition.changed();
  }

  violate(request: RecordedRequest, violation: Violation): void {
    this.violations.push({ request, violation });
  }

  /** The first request, past or future, that fits. Looked at again whenever a request changes. */
  waitFor(predicate: (request: RecordedRequest) => boolean, timeoutMs?: number): Promise<RecordedRequest> {
    return this.#condition.until(() => this.requests.find(predicate), {
      describe: () => `a request that fits; seen:\n${this.requests.map(summaryOf).join("\n") || "(none)"}`,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  stop(): void {
    this.#condition.fail(new Error("The loopback was closed"));
  }
}

const summaryOf = (request: RecordedRequest): string =>
  `#${request.index} ${request.protocol} ${request.model} ${request.outcome}${request.closedByClient ? ", closed by client" : ""}`;
