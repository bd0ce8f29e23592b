import { type Message, toolResultIds, toolUseIds } from "./anthropic-messages.ts";
import { firstDuplicate, firstViolation, isRecord, refuse, type Violation } from "./violation.ts";

/** Tool definitions are sound, uniquely named, and there when the conversation uses tools. */
export function checkTools(tools: unknown, messages: readonly Message[]): Violation | undefined {
  if (tools === undefined || (Array.isArray(tools) && tools.length === 0)) {
    return messages.some((message) => toolUseIds(message).length + toolResultIds(message).length > 0)
      ? refuse("tools: Requests which include `tool_use` or `tool_result` blocks must define tools")
      : undefined;
  }
  if (!Array.isArray(tools)) return refuse("tools: Input should be a valid list");
  const violation = firstViolation(tools, checkTool);
  if (violation) return violation;
  const names = tools.map((tool) => String(tool.name));
  return firstDuplicate(names) === undefined ? undefined : refuse("tools: Tool names must be unique.");
}

function checkTool(tool: unknown, index: number): Violation | undefined {
  const at = `tools.${index}.custom`;
  if (!isRecord(tool)) return refuse(`${at}: Input should be a valid dictionary`);
  if (typeof tool.name !== "string" || !/^[a-zA-Z0-9_-]{1,128}$/.test(tool.name)) {
    return refuse(`${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  }
  if (!isRecord(tool.input_schema)) return refuse(`${at}.input_schema: Field required`);
  return tool.input_schema.type === "object"
    ? undefined
    : refuse(`${at}.input_schema.type: Input should be 'object'`);
}
