import { Scales } from "../../economics/scales.ts";
import {
  type AgentMessage,
  isAssistant,
  isToolResult,
  type Messages,
  textOf,
  toolCallsOf,
} from "../../model/message.ts";
import { sameFilter } from "../../model/same.ts";
import { messageChars } from "../../model/size.ts";
import { indexedKey, recordOf, refOf } from "../../state/queries.ts";
import type { PruneState } from "../../state/state.ts";
import { align, type SentMessage } from "./align.ts";
import { callText } from "./call-text.ts";
import { type ContextCall, contextCalls, type RawQuestion, type WhyRaw } from "./why-raw.ts";

/** What the context is made of, in the order it is told. */
export const partNames = [
  "user messages",
  "replies",
  "thinking",
  "call arguments",
  "results in full",
  "stubs",
  "folded prompts",
  "summaries and notes",
] as const;
export type PartName = (typeof partNames)[number];

/** What was done to a message. */
export type Standing =
  | { readonly kind: "as-is" }
  | { readonly kind: "raw"; readonly why: WhyRaw }
  | { readonly kind: "stub" | "preview"; readonly ref: string }
  | { readonly kind: "condensed" }
  | { readonly kind: "block"; readonly blockId: string; readonly messages: number };

/** One message of the latest request. Sizes in estimated tokens. */
export interface ContextRow {
  readonly message: AgentMessage;
  readonly label: string;
  readonly standing: Standing;
  readonly tokens: number;
  /** What stood in its place before. */
  readonly rawTokens: number;
}

export interface ContextModel {
  readonly rows: readonly ContextRow[];
  /** Estimated tokens of each part; those without any are left out. */
  readonly parts: readonly { readonly name: PartName; readonly tokens: number }[];
  /** Estimated tokens of all messages, as sent and as the host had them. */
  readonly tokens: number;
  readonly rawTokens: number;
}

export interface ContextQuestion extends RawQuestion {
  readonly rendered: Messages;
  /** Tokens, as the model counts them, for what `Scales` gave. */
  readonly tokens: (weight: number) => number;
}

/** What the model was sent at the latest request, message by message, and why. */
export function contextModel(given: ContextQuestion): ContextModel {
  const question = withoutPrompt(given);
  const { messages, rendered, state } = question;
  const scales = new Scales();
  const tokens = (list: Messages) => Array.from(scales.weigh(list), (weight) => question.tokens(weight));
  const raw = tokens(messages);
  const shown = tokens(rendered);
  const { sent, folded } = align(messages, rendered);
  const calls = contextCalls(question);
  const rows = sent.map((each, index): ContextRow => {
    const call = each.at === undefined ? undefined : calls.get(each.at);
    const hidden = folded.get(each.message) ?? [];
    return {
      message: each.message,
      label: labelOf(each, call),
      standing: standingOf(each, { call, state, hidden: hidden.length }),
      tokens: shown[index] ?? 0,
      rawTokens: each.at === undefined ? sum(hidden.map((place) => raw[place] ?? 0)) : (raw[each.at] ?? 0),
    };
  });
  return { rows, parts: partsOf(rows), tokens: sum(shown), rawTokens: sum(raw) };
}

/** Host B has a message without text where its system prompt goes: that is no part of the conversation. */
function withoutPrompt(question: ContextQuestion): ContextQuestion {
  const isPrompt = (message: AgentMessage) =>
    (message?.role as string) === "system" && textOf((message as { content?: unknown }).content) === "";
  return {
    ...question,
    messages: sameFilter(question.messages, (message) => !isPrompt(message)),
    rendered: sameFilter(question.rendered, (message) => !isPrompt(message)),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

interface Known {
  readonly call: ContextCall | undefined;
  readonly state: Readonly<PruneState> | undefined;
  /** How many of the host's messages the message stands for. */
  readonly hidden: number;
}

function standingOf({ message, original }: SentMessage, { call, state, hidden }: Known): Standing {
  if (original === undefined) return { kind: "block", blockId: blockIdOf(message), messages: hidden };
  if (isToolResult(message)) {
    if (message === original) return { kind: "raw", why: call?.why ?? "pending" };
    return stubStanding(call, state);
  }
  return isAssistant(message) && message !== original ? { kind: "condensed" } : { kind: "as-is" };
}

function stubStanding(call: ContextCall | undefined, state: Readonly<PruneState> | undefined): Standing {
  const key = call && state && indexedKey(state, call.key, call.call.id);
  const ref = (key && refOf(state, key)) ?? call?.call.id ?? "?";
  return { kind: key && recordOf(state, key)?.spilled ? "preview" : "stub", ref };
}

const blockIdOf = (message: AgentMessage): string =>
  /^<compressed-chain id="(b\d+)"/.exec(textOf((message as { content?: unknown }).content))?.[1] ?? "?";

function labelOf({ message, original }: SentMessage, call: ContextCall | undefined): string {
  if (call) return callText(call.call.name, call.args);
  if (original === undefined) return "folded prompt";
  const { role, customType, command } = message as { role: string; customType?: string; command?: string };
  if (isAssistant(message)) return assistantLabel(message);
  if (role === "custom") return customType ?? "note";
  if (role === "bashExecution") return `! ${command ?? ""}`;
  if (role === "compactionSummary") return "compaction summary";
  if (role === "branchSummary") return "branch summary";
  return `${role}: ${textOf((message as { content?: unknown }).content)}`;
}

function assistantLabel(message: Extract<AgentMessage, { role: "assistant" }>): string {
  const text = textOf(message.content);
  const calls = toolCallsOf(message).map(({ name }) => name);
  if (text !== "") return `reply: ${text}`;
  return calls.length > 0 ? `calls ${calls.join(", ")}` : "reply";
}

function partsOf(rows: readonly ContextRow[]): ContextModel["parts"] {
  const totals = new Map<PartName, number>();
  const add = (name: PartName, tokens: number) => totals.set(name, (totals.get(name) ?? 0) + tokens);
  for (const { message, standing, tokens } of rows) {
    if (isAssistant(message)) for (const [name, share] of assistantShares(message)) add(name, tokens * share);
    else add(partOf(message, standing), tokens);
  }
  return partNames.flatMap((name) => {
    const tokens = Math.round(totals.get(name) ?? 0);
    return tokens > 0 ? [{ name, tokens }] : [];
  });
}

function partOf(message: AgentMessage, { kind }: Standing): PartName {
  if (kind === "block") return "folded prompts";
  if (isToolResult(message)) return kind === "raw" ? "results in full" : "stubs";
  return message?.role === "user" ? "user messages" : "summaries and notes";
}

/** The parts of a reply, by their characters. */
function assistantShares(
  message: Extract<AgentMessage, { role: "assistant" }>,
): readonly [PartName, number][] {
  const content = Array.isArray(message.content) ? message.content : [];
  const chars = (type: string) =>
    messageChars({ ...message, content: content.filter((block) => block?.type === type) });
  const all = messageChars(message);
  if (all === 0) return [["replies", 1]];
  return [
    ["replies", chars("text") / all],
    ["thinking", chars("thinking") / all],
    ["call arguments", chars("toolCall") / all],
  ];
}
