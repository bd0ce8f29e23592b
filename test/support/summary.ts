import type { CapturedBatch, CapturedCall } from "../../src/model/batch.ts";
import { occurrenceKey } from "../../src/model/occurrence.ts";
import type { CallFailure, CallOutcome, ModelRequest, SummaryModel, Usage } from "../../src/ports.ts";

export interface CallParts {
  readonly tool?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly images?: number;
  readonly isError?: boolean;
}

/** A captured call; what a test does not say is unremarkable. */
export function capturedCall(parts: CallParts = {}, index = 0): CapturedCall {
  const { tool = "bash", args = { command: "true" }, text = "done", images = 0, isError = false } = parts;
  const image = { type: "image" as const, data: "aGk=", mimeType: "image/png" };
  return {
    key: occurrenceKey(`call-${index}`, 1000 + index),
    toolCallId: `call-${index}`,
    toolName: tool,
    args,
    content: [{ type: "text", text }, ...Array.from({ length: images }, () => image)],
    isError,
    resultTimestamp: 1000 + index,
    ordinal: 0,
    hasTwin: false,
  };
}

export function capturedBatch(calls: readonly CallParts[], assistantText = ""): CapturedBatch {
  return { turnIndex: 0, timestamp: 1000, assistantText, calls: calls.map(capturedCall) };
}

/** What every attempt of a scripted model costs. */
export const ATTEMPT_USAGE: Usage = { input: 100, output: 10, cost: 0.01, calls: 1 };

export const says = (text: string, truncated = false): CallOutcome => ({
  kind: "text",
  text,
  truncated,
  usage: ATTEMPT_USAGE,
});

export const fails = (reason: CallFailure, message: string = reason): CallOutcome => ({
  kind: "failed",
  reason,
  message,
  usage: ATTEMPT_USAGE,
});

export type Step = CallOutcome | ((request: ModelRequest) => CallOutcome | Promise<CallOutcome>);

export interface ScriptedModel extends SummaryModel {
  readonly requests: readonly ModelRequest[];
  /** The most calls that were open at one time. */
  readonly mostAtOnce: () => number;
}

/** A model that answers by a script; its last step goes on for ever. */
export function scriptedModel(name: string, steps: readonly Step[], window = 200_000): ScriptedModel {
  const requests: ModelRequest[] = [];
  let open = 0;
  let most = 0;
  return {
    name,
    provider: name.split("/")[0] ?? "",
    window,
    requests,
    mostAtOnce: () => most,
    async call(request) {
      requests.push(request);
      const step = steps[Math.min(requests.length, steps.length) - 1];
      if (step === undefined) throw new Error(`${name} has no script`);
      open++;
      most = Math.max(most, open);
      await new Promise((resolve) => setImmediate(resolve));
      const outcome = typeof step === "function" ? await step(request) : step;
      open--;
      return outcome;
    },
  };
}

/** The labels a batch prompt asks for. */
export function labelsOf(prompt: string): readonly string[] {
  const closing = prompt.slice(prompt.lastIndexOf("\n\n"));
  return closing.match(/\[\[\d+:[^\]]*\]\]/g) ?? [];
}
