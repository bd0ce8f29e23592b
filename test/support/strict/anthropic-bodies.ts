import { thinkingSignature } from "./anthropic-thinking.ts";
import type { Json } from "./violation.ts";

// Small pieces of Messages requests, for tables of cases.

export const use = (id: string, input: unknown = { command: "ls" }) => ({
  type: "tool_use",
  id,
  name: "bash",
  input,
});
export const result = (id: string, more: Json = {}) => ({
  type: "tool_result",
  tool_use_id: id,
  content: "done",
  ...more,
});
export const text = (value: string) => ({ type: "text", text: value });
export const thinking = (value: string, signature = thinkingSignature(value)) => ({
  type: "thinking",
  thinking: value,
  signature,
});
export const image = (more: Json = {}) => ({
  type: "image",
  source: { type: "base64", media_type: "image/png", data: "iVBORw==", ...more },
});
export const user = (...content: unknown[]) => ({ role: "user", content });
export const assistant = (...content: unknown[]) => ({ role: "assistant", content });
export const marked = (block: Json, ttl?: string) => ({
  ...block,
  cache_control: { type: "ephemeral", ...(ttl && { ttl }) },
});

export const tools = [
  { name: "bash", description: "runs", input_schema: { type: "object", properties: {} } },
];
export const prompt = user(text("go"));

export const anthropicBody = (messages: readonly unknown[], more: Json = {}): Json => ({
  model: "main-1",
  max_tokens: 100,
  system: "Be brief.",
  tools,
  messages,
  ...more,
});
export const loop = (reply: readonly unknown[], answer: readonly unknown[], more: Json = {}) =>
  anthropicBody([prompt, assistant(...reply), user(...answer)], more);
