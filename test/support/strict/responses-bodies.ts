import type { Json } from "./violation.ts";

export const call = (id: string, more: Json = {}): Json => ({
  type: "function_call",
  id: `fc_${id}`,
  call_id: id,
  name: "bash",
  arguments: '{"command":"ls"}',
  ...more,
});
export const output = (id: string, result: unknown = "done"): Json => ({
  type: "function_call_output",
  call_id: id,
  output: result,
});
export const custom = (id: string, more: Json = {}): Json => ({
  type: "custom_tool_call",
  id: `ctc_${id}`,
  call_id: id,
  name: "apply_patch",
  input: "*** Begin Patch",
  ...more,
});
export const customOutput = (id: string): Json => ({ ...output(id), type: "custom_tool_call_output" });
export const text = (value: string): Json => ({ type: "input_text", text: value });
export const image = (url: unknown = "data:image/png;base64,iVBORw=="): Json => ({
  type: "input_image",
  image_url: url,
});
export const user = (content: unknown = [text("go")]): Json => ({ role: "user", content });
export const said = (id: string, content: unknown = [{ type: "output_text", text: "so" }]): Json => ({
  type: "message",
  role: "assistant",
  id: `msg_${id}`,
  content,
});
export const reasoning = (id: string, more: Json = {}): Json => ({
  type: "reasoning",
  id: `rs_${id}`,
  summary: [],
  encrypted_content: "gAAA",
  ...more,
});

export const responsesBody = (input: unknown, more: Json = {}): Json => ({
  model: "main-1",
  store: false,
  input,
  tools: [{ type: "function", name: "bash", parameters: { type: "object" } }],
  ...more,
});
