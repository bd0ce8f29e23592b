import { isRecord, type Json } from "../strict/violation.ts";
import type { Protocol } from "./script.ts";

/** One cacheable piece of a prompt: a tool definition, a system block, a content block. */
export interface PromptBlock {
  /** Changes exactly when the rendered bytes change; cache markers are not part of it. */
  readonly key: string;
  readonly tokens: number;
  /** How long a breakpoint on this block keeps the prefix, in ms; absent without a breakpoint. */
  readonly markerTtlMs?: number;
}

/** Characters per token: between what Claude and GPT tokenizers make of tool output and of source code. */
const CHARS_PER_TOKEN = 3.2;
export const IMAGE_TOKENS = 1600;
const FIVE_MINUTES_MS = 300_000;
const ONE_HOUR_MS = 3_600_000;

export const tokensOfText = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN);

/** The prompt in the order providers render it: tools, system, messages. */
export function promptBlocks(protocol: Exclude<Protocol, "responses">, body: Json): readonly PromptBlock[] {
  const tools = listOf(body.tools).map((tool) => blockOf("tool", tool));
  const messages = messageBlocks(body);
  if (protocol === "openai") return [...tools, ...messages];
  const system = textOrBlocks(body.system).map((block) => blockOf("system", block));
  return [...tools, ...system, ...messages];
}

// Settings that providers render into the messages tier: changing one misses every message, but no tool or system block.
function messageBlocks(body: Json): readonly PromptBlock[] {
  const settings = JSON.stringify([
    body.thinking,
    body.tool_choice,
    body.output_config,
    body.reasoning_effort,
  ]);
  let role: unknown;
  return listOf(body.messages).flatMap((message, index) => {
    const { content, ...rest } = message;
    const header = `${index === 0 ? settings : ""}${message.role === role ? "" : String(message.role)}`;
    role = message.role;
    const parts = textOrBlocks(content);
    const calls = listOf(message.tool_calls);
    // A message's other fields (the id it answers, reasoning) belong to its first block.
    const [first = { type: "text", text: "" }, ...others] = [...parts, ...calls];
    const { tool_calls: _, role: __, ...extra } = rest;
    const firstBlock = Object.keys(extra).length > 0 ? { ...first, message: extra } : first;
    return [blockOf(header, firstBlock), ...others.map((block) => blockOf("", block))];
  });
}

function blockOf(header: string, block: Json): PromptBlock {
  const key = `${header}\0${JSON.stringify(block, (name, value) => (name === "cache_control" ? undefined : value))}`;
  const tokens = tokensOf(block);
  const marker = markerOf(block);
  return marker === undefined ? { key, tokens } : { key, tokens, markerTtlMs: marker };
}

function markerOf(block: Json): number | undefined {
  const marker =
    block.cache_control ?? listOf(block.content).find((item) => item.cache_control)?.cache_control;
  if (!isRecord(marker)) return undefined;
  return marker.ttl === "1h" ? ONE_HOUR_MS : FIVE_MINUTES_MS;
}

function tokensOf(block: Json): number {
  if (block.type === "image" || block.type === "image_url") return IMAGE_TOKENS;
  const images = listOf(block.content).filter((item) => item.type === "image").length;
  const chars = charsOf(block) + reasoningChars(block.message);
  return Math.max(1, Math.ceil(chars / CHARS_PER_TOKEN)) + images * IMAGE_TOKENS;
}

function charsOf(block: Json): number {
  if (typeof block.text === "string") return block.text.length;
  if (typeof block.thinking === "string") return block.thinking.length;
  if (block.type === "tool_use") return String(block.name).length + JSON.stringify(block.input ?? {}).length;
  if (block.type === "tool_result") {
    return textOrBlocks(block.content).reduce((sum, item) => sum + String(item.text ?? "").length, 0);
  }
  if (isRecord(block.function) && typeof block.function.arguments === "string") {
    return String(block.function.name).length + block.function.arguments.length;
  }
  return JSON.stringify(block).length;
}

// Reasoning that an OpenAI-style client sends back beside the content.
const reasoningChars = (message: unknown): number =>
  isRecord(message) && typeof message.reasoning_content === "string" ? message.reasoning_content.length : 0;

// To providers a string is one text block.
const textOrBlocks = (value: unknown): readonly Json[] =>
  typeof value === "string" ? [{ type: "text", text: value }] : listOf(value);

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
