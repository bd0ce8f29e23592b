import type { AssistantMessage } from "@mariozechner/pi-ai";

/**
 * A message with everything its type promises. What comes out of a registry may come from a provider that an extension
 * brought, and those leave out what they do not know: the usage, its prices, or the content of a reply that failed.
 */
export function wholeMessage(told: AssistantMessage): AssistantMessage {
  const content: readonly unknown[] = Array.isArray(told.content) ? told.content : [];
  return { ...told, content: content.filter(isObject) as AssistantMessage["content"], usage: usage(told) };
}

type Usage = AssistantMessage["usage"];

function usage(told: { readonly usage?: Partial<Usage> | null }): Usage {
  const { input, output, cacheRead, cacheWrite, totalTokens, cost } = told.usage ?? {};
  return {
    input: count(input),
    output: count(output),
    cacheRead: count(cacheRead),
    cacheWrite: count(cacheWrite),
    totalTokens: count(totalTokens),
    cost: {
      input: count(cost?.input),
      output: count(cost?.output),
      cacheRead: count(cost?.cacheRead),
      cacheWrite: count(cost?.cacheWrite),
      total: count(cost?.total),
    },
  };
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

const count = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
