import { isRecord, type Json } from "../strict/violation.ts";
import { IMAGE_TOKENS, type PromptBlock, tokensOfText } from "./prompt-blocks.ts";

/** The prompt of a request to the Responses endpoint in the order it is rendered: tools, then each item. */
export function itemBlocks(body: Json): readonly PromptBlock[] {
  const settings = JSON.stringify([body.tool_choice, body.reasoning]);
  const tools = listOf(body.tools).map((tool) => JSON.stringify(tool));
  const items = listOf(body.input).map((item, index) => ({
    key: `${index === 0 ? settings : ""}\0${JSON.stringify(item)}`,
    tokens: Math.max(1, tokensIn(item)),
  }));
  return [...tools.map((tool) => ({ key: `tool\0${tool}`, tokens: tokensOfText(tool) })), ...items];
}

// What a model reads of an item, at any depth of it.
const read = ["content", "text", "summary", "name", "arguments", "input", "output", "refusal"];

function tokensIn(value: unknown): number {
  if (typeof value === "string") return tokensOfText(value);
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + tokensIn(item), 0);
  if (!isRecord(value)) return 0;
  if (value.type === "input_image") return IMAGE_TOKENS;
  return read.reduce((sum, field) => sum + tokensIn(value[field]), 0);
}

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
